//! The files that a program's streams are, and how they come to the init that
//! starts it.

use std::fs::File;
use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::FileExt;
use std::os::unix::net::UnixStream;

use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, memfd_create};
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
};

use super::task::Output;
use crate::units::Bytes;

/// The files that a program's streams are. They are in memory, and regular:
/// the limit of file sizes holds for them, and what is written twice to a pipe
/// costs twice.
#[derive(Debug)]
pub(super) struct Streams {
    input: File,
    output: File,
    error: File,
}

impl Streams {
    pub(super) fn new() -> io::Result<Self> {
        let flags = MemfdFlags::CLOEXEC;
        let empty = |name, flags| io::Result::Ok(File::from(memfd_create(name, flags)?));
        Ok(Self {
            input: empty("stdin", flags | MemfdFlags::ALLOW_SEALING)?,
            output: empty("stdout", flags)?,
            error: empty("stderr", flags)?,
        })
    }

    /// Says what is on standard input. It can't be changed after: a program may
    /// open its standard input again for writing.
    pub(super) fn give(&self, input: &[u8]) -> io::Result<()> {
        self.input.write_all_at(input, 0)?;
        let seals = SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK | SealFlags::SEAL;
        fcntl_add_seals(&self.input, seals)?;
        Ok(())
    }

    /// Whether more was written to one than may be.
    pub(super) fn are_over(&self, limit: Bytes) -> bool {
        let size = |file: &File| file.metadata().map_or(0, |it| it.len());
        [&self.output, &self.error]
            .into_iter()
            .any(|file| size(file) > limit.0)
    }

    /// What was written to standard output and to standard error.
    pub(super) fn take(&self, limit: Bytes, keep: Bytes) -> io::Result<[Output; 2]> {
        let take = |file: &File| {
            let size = file.metadata()?.len();
            let kept = usize::try_from(size.min(keep.0)).map_err(io::Error::other)?;
            let mut bytes = vec![0; kept];
            file.read_exact_at(&mut bytes, 0)?;
            io::Result::Ok(Output {
                bytes,
                too_large: size > limit.0,
            })
        };
        Ok([take(&self.output)?, take(&self.error)?])
    }

    /// Standard input, output and error.
    pub(super) fn descriptors(&self) -> [BorrowedFd<'_>; 3] {
        [self.input.as_fd(), self.output.as_fd(), self.error.as_fd()]
    }

    /// Gives an init the streams of its next run, and a number with them: how many
    /// processes the system counts that aren't the run's.
    pub(super) fn hand_over(&self, init: &UnixStream, others: u64) -> io::Result<()> {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
        let mut with = SendAncillaryBuffer::new(&mut space);
        let descriptors = self.descriptors();
        if !with.push(SendAncillaryMessage::ScmRights(&descriptors)) {
            return Err(io::Error::other("no room for descriptors"));
        }
        let number = others.to_ne_bytes();
        let sent = sendmsg(
            init,
            &[IoSlice::new(&number)],
            &mut with,
            SendFlags::NOSIGNAL,
        )?;
        // The socket is empty: the init has read all that came before.
        (sent == number.len())
            .then_some(())
            .ok_or_else(|| io::ErrorKind::WriteZero.into())
    }

    /// Takes what is handed over; `None` if nothing will be any more.
    pub(super) fn take_over(helper: &UnixStream) -> io::Result<Option<(Self, u64)>> {
        let mut number = [0; 8];
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
        let mut with = RecvAncillaryBuffer::new(&mut space);
        let received = loop {
            let mut into = [IoSliceMut::new(&mut number)];
            match recvmsg(helper, &mut into, &mut with, RecvFlags::CMSG_CLOEXEC) {
                Err(rustix::io::Errno::INTR) => {}
                received => break received?.bytes,
            }
        };
        if received == 0 {
            return Ok(None);
        }
        let files: Vec<File> = with
            .drain()
            .filter_map(|message| match message {
                RecvAncillaryMessage::ScmRights(descriptors) => Some(descriptors),
                _ => None,
            })
            .flatten()
            .map(|it: OwnedFd| it.into())
            .collect();
        match <[File; 3]>::try_from(files) {
            Ok([input, output, error]) if received == number.len() => {
                let streams = Self {
                    input,
                    output,
                    error,
                };
                Ok(Some((streams, u64::from_ne_bytes(number))))
            }
            _ => Err(io::Error::other("no streams came")),
        }
    }
}
