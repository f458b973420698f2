import yauzl from 'yauzl'

export const ARCHIVE_LIMITS = { bytes: 200 << 20, entries: 2000, ratio: 100 }

export interface ArchiveFacts {
  names: string[]
  bytes: number
}

/** The list of a zip file as its directory declares it, read without unpacking. Throws ArchiveRefused beyond 2,000 entries, 200 MB or ratio 100 (U-05). */
export function listArchive(path: string): Promise<ArchiveFacts> {
  return new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true, strictFileNames: true }, (error, zip) => {
      if (error) return reject(new ArchiveRefused('文件已损坏，无法打开'))
      const names: string[] = []
      let bytes = 0
      const refuse = (why: string) => {
        zip.close()
        reject(new ArchiveRefused(why))
      }
      if (zip.entryCount > ARCHIVE_LIMITS.entries) return refuse('文件内部内容过多，无法处理')
      zip.on('error', () => refuse('文件已损坏，无法打开'))
      zip.on('entry', (entry: yauzl.Entry) => {
        bytes += entry.uncompressedSize
        if (bytes > ARCHIVE_LIMITS.bytes) return refuse('文件解压后过大，无法处理')
        if (entry.uncompressedSize > 1 << 20 && entry.uncompressedSize > entry.compressedSize * ARCHIVE_LIMITS.ratio)
          return refuse('文件压缩比异常，无法处理')
        if (entry.isEncrypted()) return refuse('文件已加密，请取消密码后重试')
        names.push(entry.fileName)
        zip.readEntry()
      })
      zip.on('end', () => resolve({ names, bytes }))
      zip.readEntry()
    })
  })
}

/** A zip that must not be unpacked; the message is for the user. */
export class ArchiveRefused extends Error {
  override name = 'ArchiveRefused'
}
