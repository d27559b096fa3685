//! The static web site of a pack: pages that read well on phones and without scripts.
