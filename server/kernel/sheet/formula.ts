import yauzl from 'yauzl'

const FORMULA = /<(?:\w+:)?f[\s/>]/g
/** A boolean as some programs save it: a value, not a computation. */
const TRUTH = /^<(?:\w+:)?f(?:\s[^<>]*)?>(?:TRUE|FALSE)\(\)<\//
/** so many characters of a formula are enough to recognise a boolean */
const WHOLE = 200
const CELL = /<(?:\w+:)?c\s[^<>]*/g
const ADDRESS = /\sr="([A-Z]{1,3}\d{1,7})"/
// The overlap between two pieces, so that a tag cut at the end of one piece is complete in the next.
const KEPT = 400 + WHOLE

/**
 * Address of a cell with a formula in any sheet of an .xlsx (as 'B12'; '' when it has none), null when there is no formula. The shown
 * result of a formula may be stale, so an import accepts values only; TRUE() and FALSE() count as values. The archive must have been
 * checked before (listArchive).
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

/** The same check for a formula without '=' that another reader found; the .xls reader writes a constant as true or false. */
export const isTruth = (formula: string): boolean => /^(TRUE|FALSE)(\(\))?$/i.test(formula)

async function search(stream: AsyncIterable<Buffer | string>): Promise<string | null> {
  let kept = ''
  for await (const piece of stream) {
    const text = kept + (typeof piece === 'string' ? piece : piece.toString('latin1'))
    const found = firstIn(text, text.length - WHOLE)
    if (found !== null) return found
    kept = text.slice(-KEPT)
  }
  return firstIn(kept, kept.length)
}

/** Address of the first cell with a formula that begins before `end`. */
function firstIn(text: string, end: number): string | null {
  for (const { index } of text.matchAll(FORMULA)) {
    if (index >= end) return null
    if (!TRUTH.test(text.slice(index, index + WHOLE))) return ADDRESS.exec(text.slice(0, index).match(CELL)?.at(-1) ?? '')?.[1] ?? ''
  }
  return null
}
