//! The helper process: takes tasks from its standard input, which is a socket,
//! runs them one by one, and answers there.

use std::io;
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;

use serde::{Deserialize, Serialize};

use super::ground::{Ground, Prepare, Setup};
use super::probe::Probe;
use super::task::{Execution, Task};
use super::{run, sys, wire};

/// What the judge asks for.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Request {
    /// The first: to get ready.
    Prepare(Prepare),
    /// To run a task.
    Run(Task),
    /// To run the dry run as if it were a program, under a task's limits.
    Probe(Task, Probe),
}

/// What the helper answers.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Reply {
    Ready(Setup),
    Done(Execution),
    /// The helper could not do its own part.
    Failed(String),
}

/// The helper's whole life: until the judge closes the socket.
///
/// # Errors
/// A socket that fails, or a kernel without what is needed.
pub fn serve() -> io::Result<()> {
    sys::close_inherited_on_exec();
    sys::default_signals();
    // What is made here is for programs to pass through.
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o022));
    // Without a terminal, which programs would have too.
    let _ = rustix::process::setsid();
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    let judge = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    let Some((Request::Prepare(prepare), _)) = wire::receive(&judge)? else {
        return Ok(());
    };
    let (mut ground, setup) = match Ground::prepare(prepare) {
        Ok(prepared) => prepared,
        Err(error) => return wire::send(&judge, &Reply::Failed(error.to_string()), &[]),
    };
    wire::send(&judge, &Reply::Ready(setup), &[])?;
    let served = answer_all(&mut ground, &judge);
    ground.leave();
    served
}

fn answer_all(ground: &mut Ground, judge: &UnixStream) -> io::Result<()> {
    while let Some((request, parts)) = wire::receive(judge)? {
        let (mut task, probe) = match request {
            Request::Run(task) => (task, None),
            Request::Probe(task, probe) => (task, Some(probe)),
            Request::Prepare(_) => return Err(io::Error::other("prepared already")),
        };
        task.fill(parts);
        let reply = match run::run(ground, &task, probe.as_ref(), judge) {
            Ok(Some(execution)) => Reply::Done(execution),
            // The judge is gone: nobody waits for an answer.
            Ok(None) => return Ok(()),
            Err(error) => Reply::Failed(error.to_string()),
        };
        let parts = match &reply {
            Reply::Done(execution) => execution.parts(),
            Reply::Ready(_) | Reply::Failed(_) => Vec::new(),
        };
        wire::send(judge, &reply, &parts)?;
        // The system often wakes the judge on our own core, in the belief that we
        // will sleep now; it would wait for all that follows.
        std::thread::yield_now();
        // After the answer: the judge goes on meanwhile.
        run::follow(ground, &task);
    }
    Ok(())
}
