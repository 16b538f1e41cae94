const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user has no permission to use it',
  EEXIST: 'a file or a symbolic link has this name',
  EISDIR: 'it is a folder',
  ELOOP: 'a symbolic link refers to itself',
  ENOENT: 'it does not exist, or a symbolic link refers to nothing',
  ENOSPC: 'no space is left',
  ENOTDIR: 'it is no folder, or a folder in this path is a file',
  EPERM: 'this user has no permission to use it',
  EROFS: 'the file system is read-only',
}

/** Why a file or a folder cannot be read or written, as one sentence; undefined for any other error. */
export function sentenceOfFileError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '', path } = error as NodeJS.ErrnoException
  const reason = reasons[code]
  return reason && path !== undefined ? `${path} cannot be used: ${reason} (${code}).` : undefined
}

/** For `catch`: the error of a file that is open has no path. */
export const withPath =
  (path: string) =>
  (error: NodeJS.ErrnoException): never => {
    error.path ??= path
    throw error
  }
