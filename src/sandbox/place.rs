//! Finding out what this machine enforces, before anything is run on it.

use std::fs;
use std::io::{self, Read, Seek};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Output as Answer, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::assess::{System, assess};
use super::helper::Request;
use super::hierarchy;
use super::probe::{Found, Probe};
use super::task::{Ending, Limit, RunLimits, Take, Task};
use super::{Cancel, Helper, Sandbox, SandboxError, Workspace};
use crate::isolation::{Isolation, Why, Without};
use crate::units::Bytes;

/// Where programs run: what a helper is started from, and what holds there.
#[derive(Debug)]
pub struct Place {
    pub(super) executable: PathBuf,
    pub(super) workspace: Workspace,
    pub(super) without: Without,
    pub(super) cancel: Cancel,
    /// Whether runs have a root of their own.
    pub(super) has_roots: bool,
    /// Whether they have another user, who must be able to read what they need.
    foreign_user: bool,
    isolation: Isolation,
}

impl Place {
    /// Makes a place and finds out what holds there, by dry runs.
    ///
    /// `executable` is our own binary, which is run with
    /// [`super::HELPER_ARGUMENT`].
    ///
    /// # Errors
    /// A machine on which nothing can be run at all.
    pub fn find(
        executable: PathBuf,
        without: Without,
        cancel: Cancel,
    ) -> Result<Arc<Self>, SandboxError> {
        // Containers and namespaces of others' making may show another one.
        let own = std::process::id().to_string();
        if fs::read_link("/proc/self").ok().as_deref() != Some(own.as_ref()) {
            let message = "/proc is not there, or not that of this process namespace: mount it \
                           (mount -t proc proc /proc)";
            return Err(SandboxError::Run(message.to_owned()));
        }
        let workspace = Workspace::new()
            .map_err(|error| SandboxError::Run(format!("cannot make temporary files: {error}")))?;
        let mut place = Self {
            executable,
            workspace,
            without,
            cancel,
            has_roots: false,
            foreign_user: false,
            isolation: Isolation::default(),
        };
        let mut helper = Helper::start(&place)?;
        let mut no_namespaces = helper.setup.no_namespaces.clone();
        if no_namespaces.is_some() && !without.namespaces {
            // What could be entered of them is of no use.
            helper.close();
            place.without.namespaces = true;
            helper = Helper::start(&place)?;
        }
        place.has_roots = no_namespaces.is_none();
        let mut setup = helper.setup.clone();
        let mut place = Arc::new(place);
        let mut sandbox = Sandbox {
            place: place.clone(),
            helper: Some(helper),
        };
        let mut dry = dry_run(&mut sandbox);
        if let Err(SandboxError::HelperGone(_)) = dry {
            dry = dry_run(&mut sandbox);
        }
        if let (Err(SandboxError::Run(why)), true) = (&dry, place.has_roots) {
            // Made, but not usable: some step inside is refused.
            no_namespaces = Some(Why::Refused {
                step: why.clone(),
                errno: 0,
            });
            drop(sandbox);
            let Some(again) = Arc::get_mut(&mut place) else {
                return Err(SandboxError::Run("the place is in use".to_owned()));
            };
            again.without.namespaces = true;
            again.has_roots = false;
            let helper = Helper::start(again)?;
            setup = helper.setup.clone();
            sandbox = Sandbox {
                place: place.clone(),
                helper: Some(helper),
            };
            dry = dry_run(&mut sandbox);
        }
        let dry = dry?;
        drop(sandbox);
        setup.no_namespaces = no_namespaces;
        let isolation = assess(&setup, &dry, System::read());
        let Some(found) = Arc::get_mut(&mut place) else {
            return Err(SandboxError::Run("the place is in use".to_owned()));
        };
        found.isolation = isolation;
        found.foreign_user = setup.has_user && !found.has_roots;
        Ok(place)
    }

    /// What holds here.
    #[must_use]
    pub fn isolation(&self) -> &Isolation {
        &self.isolation
    }

    /// Whether the user wants to stop.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_set()
    }

    /// Whether runs have another user than the judge, who may read less.
    #[must_use]
    pub fn foreign_user(&self) -> bool {
        self.foreign_user
    }

    /// A fresh folder for a program.
    ///
    /// # Errors
    /// No room or no permission for temporary files.
    pub fn folder(&self) -> io::Result<tempfile::TempDir> {
        self.workspace.folder("program-")
    }

    /// Runs a command of the judge's own, uncontained, and gives what it says. As
    /// root without namespaces it has the user of programs, so that it finds
    /// what they can run.
    ///
    /// # Errors
    /// A command that can't be started, or that doesn't end in time.
    pub fn ask(&self, command: &[String], time: Duration) -> io::Result<Answer> {
        let [program, arguments @ ..] = command else {
            return Err(io::Error::other("the command is empty"));
        };
        let mut command = Command::new(program);
        command.args(arguments).env("PATH", super::search_path());
        command.stdin(Stdio::null());
        if self.foreign_user() {
            let user = *super::ground::USERS.start();
            command.uid(user).gid(user).current_dir("/");
        }
        let (mut out, mut err) = (tempfile::tempfile()?, tempfile::tempfile()?);
        command.stdout(out.try_clone()?).stderr(err.try_clone()?);
        let mut child = super::spawn_known(&mut command)?;
        let deadline = Instant::now() + time;
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break Ok(status);
            }
            if self.cancel.is_set() || Instant::now() > deadline {
                child.kill()?;
                child.wait()?;
                break Err(io::Error::from(io::ErrorKind::TimedOut));
            }
            std::thread::sleep(Duration::from_millis(1));
        };
        super::forget(&child);
        let read = |file: &mut fs::File| {
            let mut bytes = Vec::new();
            file.rewind()?;
            file.take(1 << 16).read_to_end(&mut bytes)?;
            io::Result::Ok(bytes)
        };
        Ok(Answer {
            status: status?,
            stdout: read(&mut out)?,
            stderr: read(&mut err)?,
        })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        hierarchy::restore();
    }
}

/// What the dry runs showed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dry {
    pub(super) found: Found,
    /// Whether more processes than allowed were kept from being.
    pub(super) held_processes: bool,
    pub(super) held_memory: bool,
    pub(super) held_output: bool,
}

const MOST_FORKS: usize = 8;
const MOST_OUTPUT: Bytes = Bytes::kib(64);
const MOST_MEMORY: Bytes = Bytes::mib(16);

fn dry_run(sandbox: &mut Sandbox) -> Result<Dry, SandboxError> {
    let secret = sandbox.place.workspace.path().join("secret");
    let make = fs::write(&secret, "for the judge alone");
    make.map_err(|error| SandboxError::Run(format!("cannot make temporary files: {error}")))?;
    let helper = match &sandbox.helper {
        Some(helper) => helper.pid().unwrap_or_default(),
        None => 0,
    };
    let task = Task {
        command: Vec::new(),
        environment: Vec::new(),
        input: Vec::new(),
        files: Vec::new(),
        program: None,
        visible: Vec::new(),
        take: Take::Nothing,
        keep: Bytes::mib(1),
        limits: RunLimits {
            cpu_time: Duration::from_secs(10),
            wall_time: Duration::from_secs(20),
            memory: MOST_MEMORY,
            output: MOST_OUTPUT,
            processes: MOST_FORKS,
            disk: Bytes::mib(1),
            inodes: 64,
        },
        repeats: false,
    };
    let mut run = |probe: Probe| {
        let mut task = task.clone();
        if !matches!(probe, Probe::Memory(_)) {
            // What many processes have together is not to be what is seen first.
            task.limits.memory = Bytes::mib(1024);
        }
        let request = Request::Probe(task, probe);
        sandbox.ask(&request, &[&[]], Duration::from_secs(60))
    };
    let reach = run(Probe::Reach {
        secret,
        helper,
        // A few more are let pass where they are counted together with others.
        forks: MOST_FORKS + 100,
    })?;
    if let Ending::NotStarted { errno } = reach.ending {
        let error = io::Error::from_raw_os_error(errno);
        let folder = sandbox.place.workspace.path().display();
        return Err(SandboxError::Run(format!(
            "programs can't be started below {folder}: {error}: choose a folder for temporary \
             files (TMPDIR) that all users may enter"
        )));
    }
    let found: Found = serde_json::from_slice(&reach.stderr.bytes).map_err(|_| {
        SandboxError::Run(format!(
            "the dry run of a program failed: {:?}",
            reach.ending
        ))
    })?;
    let memory = run(Probe::Memory(64 << 20))?;
    let output = run(Probe::Output(1 << 20))?;
    Ok(Dry {
        found,
        held_processes: !found.forks || reach.ending == Ending::Stopped(Limit::Processes),
        held_memory: memory.ending == Ending::Stopped(Limit::Memory)
            || memory.usage.peak_memory > MOST_MEMORY,
        held_output: output.stdout.bytes.len() as u64 <= MOST_OUTPUT.0 + 1,
    })
}
