import yauzl from 'yauzl'

/** The text of all parts of a workbook. Throws when the file is not an archive. */
export function readSheetText(bytes: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error)
      const parts: Buffer[] = []
      zip.on('entry', (entry) =>
        zip.openReadStream(entry, (failed, stream) => {
          if (failed) return reject(failed)
          stream.on('data', (part: Buffer) => parts.push(part))
          stream.on('end', () => zip.readEntry())
          stream.on('error', reject)
        }),
      )
      zip.on('end', () => resolve(Buffer.concat(parts).toString('utf8')))
      zip.on('error', reject)
      zip.readEntry()
    })
  })
}
