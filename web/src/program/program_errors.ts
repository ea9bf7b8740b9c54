// Errors that only programs meet.

import { Exception, PythonError, RuntimeError, ValueError, below } from '../python/runtime'

export const CancelledError = below(PythonError, 'CancelledError')
export const MemoryError = below(Exception, 'MemoryError')
export const OSError = below(Exception, 'OSError')
export const TimeoutError = below(OSError, 'TimeoutError')
export const FileNotFoundError = below(OSError, 'FileNotFoundError')
export const NotImplementedError = below(RuntimeError, 'NotImplementedError')
export const UnicodeError = below(ValueError, 'UnicodeError')
export const UnicodeDecodeError = below(UnicodeError, 'UnicodeDecodeError')
export const UnicodeEncodeError = below(UnicodeError, 'UnicodeEncodeError')
export const MsgspecError = below(Exception, 'MsgspecError')
export const DecodeError = below(MsgspecError, 'DecodeError')
export const ValidationError = below(DecodeError, 'ValidationError')
