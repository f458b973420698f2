import yauzl from 'yauzl'

export const ARCHIVE_LIMITS = { bytes: 200 << 20, entries: 2000, ratio: 100 }

export interface ArchiveFacts {
  names: string[]
  bytes: number
}

const BROKEN = '文件已损坏，无法打开'
/** An entry that unpacks to nothing has at most this many packed bytes. */
const EMPTY_PACKED = 16
const LOCAL_HEADER = 30
/** bit 3: the sizes follow the data instead of preceding it */
const SIZES_BEHIND = 8
/** marks a 64-bit size that is stored elsewhere */
const ZIP64 = 0xffffffff

/**
 * Lists a zip file by its central directory, without unpacking. Throws ArchiveRefused beyond 2,000 entries, 200 MB or ratio 100, and when a
 * local header differs from the directory: a program that reads from the beginning would find another archive (U-05).
 */
export async function listArchive(path: string): Promise<ArchiveFacts> {
  return withEntries(path, async (zip, entries) => {
    let bytes = 0
    for (const entry of entries) {
      bytes += entry.uncompressedSize
      if (bytes > ARCHIVE_LIMITS.bytes) throw new ArchiveRefused('文件解压后过大，无法处理')
      if (entry.uncompressedSize > 1 << 20 && entry.uncompressedSize > entry.compressedSize * ARCHIVE_LIMITS.ratio)
        throw new ArchiveRefused('文件压缩比异常，无法处理')
      if (entry.isEncrypted()) throw new ArchiveRefused('文件已加密，请取消密码后重试')
      if (entry.uncompressedSize === 0 && entry.compressedSize > EMPTY_PACKED) throw new ArchiveRefused(BROKEN)
    }
    await compareHeaders(zip, entries)
    return { names: entries.map(({ fileName }) => fileName), bytes }
  })
}

/** Unpacks every entry, discards the bytes and checks that they do not exceed the declared sizes. Throws ArchiveRefused. */
export function countArchive(path: string): Promise<void> {
  return withEntries(path, async (zip, entries) => {
    for (const entry of entries) {
      const stream = await zip.openReadStreamPromise(entry)
      for await (const piece of stream) void piece
    }
  })
}

/** Checks that the entries follow each other from the first byte on, and that each local header equals the directory. */
async function compareHeaders(zip: yauzl.ZipFile, entries: readonly yauzl.Entry[]): Promise<void> {
  let at = 0
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    if (entry.relativeOffsetOfLocalHeader !== at) throw new ArchiveRefused(BROKEN)
    const here = await zip.readLocalFileHeaderPromise(entry)
    if (!here.fileName.equals(entry.fileNameRaw)) throw new ArchiveRefused(BROKEN)
    // Beyond this point the file can only be read with the directory.
    if (here.generalPurposeBitFlag & SIZES_BEHIND || here.compressedSize === ZIP64 || here.uncompressedSize === ZIP64) return
    if (here.compressedSize !== entry.compressedSize || here.uncompressedSize !== entry.uncompressedSize) throw new ArchiveRefused(BROKEN)
    at += LOCAL_HEADER + here.fileNameLength + here.extraFieldLength + entry.compressedSize
  }
}

async function withEntries<T>(path: string, work: (zip: yauzl.ZipFile, entries: yauzl.Entry[]) => Promise<T>): Promise<T> {
  let zip: yauzl.ZipFile | undefined
  try {
    zip = await yauzl.openPromise(path, { strictFileNames: true, autoClose: false })
    if (zip.entryCount > ARCHIVE_LIMITS.entries) throw new ArchiveRefused('文件内部内容过多，无法处理')
    const entries: yauzl.Entry[] = []
    for await (const entry of zip.eachEntry()) entries.push(entry)
    return await work(zip, entries)
  } catch (error) {
    throw error instanceof ArchiveRefused || isSystemError(error) ? error : new ArchiveRefused(BROKEN)
  } finally {
    zip?.close()
  }
}

/** The file could not be read; that is not the sender's fault. */
const isSystemError = (error: unknown): boolean => typeof (error as NodeJS.ErrnoException).syscall === 'string'

/** The zip must not be unpacked; the message is for the user. */
export class ArchiveRefused extends Error {
  override name = 'ArchiveRefused'
}
