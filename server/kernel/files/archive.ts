import yauzl from 'yauzl'

export const ARCHIVE_LIMITS = { bytes: 200 << 20, entries: 2000, ratio: 100 }

export interface ArchiveFacts {
  names: string[]
  bytes: number
}

const BROKEN = '文件已损坏，无法打开'
/** Packed bytes that unpack to nothing. */
const EMPTY_PACKED = 16
const LOCAL_HEADER = 30
/** bit 3: sizes stand behind the bytes, not before them */
const SIZES_BEHIND = 8
/** stands for a size of 64 bits elsewhere */
const ZIP64 = 0xffffffff

/**
 * The list of a zip file as its directory declares it, read without unpacking. Throws ArchiveRefused beyond 2,000 entries, 200 MB or ratio 100, and when
 * what stands before the bytes differs from the directory: who reads the file from its beginning would find another one (U-05).
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

/** Unpacks every entry into nothing and counts: no more comes out than the directory says. Throws ArchiveRefused. */
export function countArchive(path: string): Promise<void> {
  return withEntries(path, async (zip, entries) => {
    for (const entry of entries) {
      const stream = await zip.openReadStreamPromise(entry)
      for await (const piece of stream) void piece
    }
  })
}

/** Entries lie one behind the other from the first byte on, and each says of itself what the directory says of it. */
async function compareHeaders(zip: yauzl.ZipFile, entries: readonly yauzl.Entry[]): Promise<void> {
  let at = 0
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    if (entry.relativeOffsetOfLocalHeader !== at) throw new ArchiveRefused(BROKEN)
    const here = await zip.readLocalFileHeaderPromise(entry)
    if (!here.fileName.equals(entry.fileNameRaw)) throw new ArchiveRefused(BROKEN)
    // From here on nobody can read it without the directory.
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

/** The file cannot be read at all: that is not the sender's fault. */
const isSystemError = (error: unknown): boolean => typeof (error as NodeJS.ErrnoException).syscall === 'string'

/** A zip that must not be unpacked; the message is for the user. */
export class ArchiveRefused extends Error {
  override name = 'ArchiveRefused'
}
