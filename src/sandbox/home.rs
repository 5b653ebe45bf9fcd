//! The folder on the disk of runs that have no file system of their own.

use std::fs::{self, DirBuilder, File};
use std::io;
use std::os::unix::fs::{DirBuilderExt, FileExt, MetadataExt, chown};
use std::path::{Path, PathBuf};

use super::root::step;
use super::sys::Identity;
use super::task::Task;
use super::{folder, sweep};

/// Holds one run's folders at a time; removed with its owner.
#[derive(Debug)]
pub(super) struct Home {
    path: PathBuf,
    identity: Option<Identity>,
    /// Says which session runs here.
    session: File,
    folders: Option<Folders>,
    generation: u64,
}

/// A run's folders: to work in, and for temporary files.
#[derive(Debug)]
struct Folders {
    paths: [PathBuf; 2],
    /// What they were when the run began.
    stamps: [Option<Stamp>; 2],
    /// What was put in them.
    deposited: Vec<String>,
}

/// What the system changes when anything about a folder is changed, or when it
/// is read; no program can set it back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Stamp {
    changed: (i64, i64),
    read: (i64, i64),
}

impl Stamp {
    fn of(path: &Path) -> io::Result<Self> {
        let it = fs::symlink_metadata(path)?;
        Ok(Self {
            changed: (it.ctime(), it.ctime_nsec()),
            read: (it.atime(), it.atime_nsec()),
        })
    }
}

impl Home {
    /// Makes one in the judge's folder, for programs with this identity.
    pub(super) fn new(judge: &Path, identity: Option<Identity>) -> io::Result<Self> {
        let path = judge.join(format!("run-{}", std::process::id()));
        step("make a folder for runs", fs::create_dir(&path))?;
        let session = File::create(path.join("session")).inspect_err(|_| {
            // Or it would be in the way of the next try.
            let _ = fs::remove_dir(&path);
        });
        Ok(Self {
            session: step("make a file for a run", session)?,
            path,
            identity,
            folders: None,
            generation: 0,
        })
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Where the run works.
    pub(super) fn work(&self) -> PathBuf {
        self.path.join("work")
    }

    /// Changes when the folders are made anew.
    pub(super) fn generation(&self) -> u64 {
        self.generation
    }

    /// Gives the folders for the next run, fresh ones.
    pub(super) fn fill(&mut self) -> io::Result<[PathBuf; 2]> {
        if let Some(folders) = &self.folders {
            if folders.stamps.iter().all(Option::is_none) {
                return Ok(folders.paths.clone());
            }
            // What could not be removed before would be seen by this run.
            self.empty()?;
        }
        let paths = ["work", "tmp"].map(|name| self.path.join(name));
        self.generation += 1;
        // With a stamp: what fails half-way is removed before the next try.
        let folders = self.folders.insert(Folders {
            paths: paths.clone(),
            stamps: [Some(Stamp::default()); 2],
            deposited: Vec::new(),
        });
        for path in &paths {
            let made = DirBuilder::new().mode(0o700).create(path);
            step("make a folder for a run", made)?;
            if let Some(Identity { user, group }) = self.identity {
                chown(path, Some(user), Some(group))?;
            }
        }
        folders.stamps = [None, None];
        Ok(paths)
    }

    /// Notes what the folders are, just before the run begins.
    pub(super) fn begin(&mut self, task: &Task) -> io::Result<()> {
        if let Some(folders) = &mut self.folders {
            for (path, stamp) in folders.paths.iter().zip(&mut folders.stamps) {
                *stamp = Some(Stamp::of(path)?);
            }
            folders.deposited = task.files.iter().map(|it| it.name.clone()).collect();
        }
        Ok(())
    }

    /// Makes the folders fresh again: keeps them if the run has changed nothing
    /// about them, as most have, and else removes them. What can't be removed is
    /// tried again, and told, when the next run wants its own.
    pub(super) fn clear(&mut self) {
        if self.refresh().is_none() {
            let _ = self.empty();
        }
    }

    fn refresh(&mut self) -> Option<()> {
        let Folders {
            paths,
            stamps,
            deposited,
        } = self.folders.as_mut()?;
        for (path, stamp) in paths.iter().zip(&*stamps) {
            if *stamp != Some(Stamp::of(path).ok()?) {
                return None;
            }
        }
        for name in deposited.drain(..) {
            fs::remove_file(paths[0].join(name)).ok()?;
        }
        *stamps = [None, None];
        Some(())
    }

    fn empty(&mut self) -> io::Result<()> {
        for path in self.folders.iter().flat_map(|it| &it.paths) {
            match folder::empty(path).and_then(|()| fs::remove_dir(path)) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                done => done?,
            }
        }
        self.folders = None;
        Ok(())
    }

    /// Notes which session runs here, for the judge that finds this folder
    /// should its own be killed.
    pub(super) fn mark(&self, session: i32) -> io::Result<()> {
        self.session
            .write_all_at(sweep::session_mark(session).as_bytes(), 0)
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let _ = self.empty();
        let _ = fs::remove_file(self.path.join("session"));
        let _ = fs::remove_dir(&self.path);
    }
}
