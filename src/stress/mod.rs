//! A submission against the reference on board after board until they differ.
