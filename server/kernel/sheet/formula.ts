import yauzl from 'yauzl'

const FORMULA = /<(?:\w+:)?f[\s/>]/
const CELL = /<(?:\w+:)?c\s[^<>]*/g
const ADDRESS = /\sr="([A-Z]{1,3}\d{1,7})"/
// A tag that is cut by the end of a piece is whole in the next one.
const KEPT = 400

/**
 * Address of a cell with a formula in any sheet of an .xlsx (as 'B12'; '' when it has none), null when there is no formula. What a formula shows
 * was computed elsewhere and may be stale, so an import takes values only. The archive must have been judged before (listArchive).
 */
export function formulaCell(path: string): Promise<string | null> {
  return new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error)
      zip.on('error', reject)
      zip.on('end', () => resolve(null))
      zip.on('entry', (entry: yauzl.Entry) => {
        if (!/^xl\/worksheets\/[^/]+\.xml$/.test(entry.fileName)) return zip.readEntry()
        zip.openReadStream(entry, (failed, stream) => {
          if (failed) return reject(failed)
          search(stream).then((found) => {
            if (found === null) return zip.readEntry()
            zip.close()
            resolve(found)
          }, reject)
        })
      })
      zip.readEntry()
    })
  })
}

async function search(stream: AsyncIterable<Buffer | string>): Promise<string | null> {
  let kept = ''
  for await (const piece of stream) {
    const text = kept + (typeof piece === 'string' ? piece : piece.toString('latin1'))
    const at = text.search(FORMULA)
    if (at >= 0) return ADDRESS.exec(text.slice(0, at).match(CELL)?.at(-1) ?? '')?.[1] ?? ''
    kept = text.slice(-KEPT)
  }
  return null
}
