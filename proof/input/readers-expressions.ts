/** The work of a thread: loads the reader of plain questions, reads one question, and reports every regular expression that was made. */
import { parentPort } from 'node:worker_threads'

const made: { source: string; flags: string }[] = []
globalThis.RegExp = new Proxy(globalThis.RegExp, {
  construct(target, args: [string | RegExp, string?]) {
    const one = new target(...args)
    // Names of fields and options are escaped words, which cannot be slow.
    if (/[*+?|{]/.test(one.source)) made.push({ source: one.source, flags: one.flags })
    return one
  },
})
const { rawFields, derivedFields, fieldOf, optionsOf } = await import('../../server/matching/catalogue.ts')
const { factReader } = await import('../../server/matching/said-facts/reader.ts')
const read = factReader({ fields: [...rawFields, ...derivedFields], industries: optionsOf(fieldOf('industryCode')!) ?? [] })
read('我公司是高新技术企业，做家具的，去年营业收入2000万元，员工80人，2019年成立，公司在佛山', '2026-06-15')
parentPort!.postMessage(made)
