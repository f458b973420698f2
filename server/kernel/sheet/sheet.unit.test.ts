/**
 * What the process holds is measured here, hence one of its own: files share theirs with those of equal options.
 * @vitest-environment-options { "process": "own" }
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import yauzl from 'yauzl'
import { z } from 'zod'
import { utils, write } from '@e965/xlsx'
import { docx, xlsx } from '../testing/samples.ts'
import { zip, type ZipEntry } from '../testing/zip.ts'
import { toCell, type Cell } from './cell.ts'
import { checkSheet } from './check.ts'
import { readSheet, sheetRows } from './read.ts'
import { makeSheet, writeSheet } from './write.ts'

const dir = await mkdtemp(join(tmpdir(), 'qifu-sheet-'))
afterAll(() => rm(dir, { recursive: true, force: true }))
let made = 0
async function file(content: Buffer): Promise<string> {
  const path = join(dir, `${++made}.xlsx`)
  await writeFile(path, content)
  return path
}
const partOf = (path: string, name: string) =>
  new Promise<string>((resolve, reject) => {
    yauzl.open(path, (error, archive) => {
      if (error) return reject(error)
      archive.on('entry', (entry: yauzl.Entry) => {
        if (entry.fileName === name)
          archive.openReadStream(entry, (_, stream) => {
            void text(stream!).then(resolve, reject)
          })
      })
    })
  })
const book = (sheet: string, more: ZipEntry[] = []) => zip(entries(sheet, more))
const entries = (sheet: string, more: ZipEntry[] = []): ZipEntry[] => [
  {
    name: '[Content_Types].xml',
    content: Buffer.from(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
    ),
  },
  {
    name: '_rels/.rels',
    content: Buffer.from(
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    ),
  },
  {
    name: 'xl/workbook.xml',
    content: Buffer.from(
      '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
    ),
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    content: Buffer.from(
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
  },
  { name: 'xl/worksheets/sheet1.xml', content: Buffer.from(sheet) },
  ...more,
]
const sheetXml = (rows: string) =>
  `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`

describe('reading a sheet', () => {
  it('refuses what is no workbook', async () => {
    await expect(readSheet(await file(Buffer.from('not a zip')))).rejects.toThrow('文件已损坏，无法打开')
    await expect(readSheet(await file(docx()))).rejects.toThrow('请上传 .xlsx 或 .xls 文件')
  })
  it('refuses bombs before unpacking, and lying directories while unpacking', async () => {
    const bomb = sheetXml(`<row r="1"><c t="inlineStr"><is><t>${'a'.repeat(60 << 20)}</t></is></c></row>`)
    await expect(readSheet(await file(book(bomb)))).rejects.toThrow('文件压缩比异常，无法处理')
    const lying = zip([
      { name: 'xl/workbook.xml', content: Buffer.from('<a/>') },
      { name: 'xl/worksheets/sheet1.xml', content: Buffer.from(bomb), claims: 1000 },
    ])
    const before = process.memoryUsage().rss
    await expect(readSheet(await file(lying))).rejects.toThrow(/文件/)
    expect(process.memoryUsage().rss - before).toBeLessThan(400 << 20)
  })
  it('refuses one text that stands in a million cells, and cells longer than Excel has', async () => {
    const shared = (text: string, rows: string) => {
      const parts = (name: string, from: string, to: string) => {
        const at = named.find((one) => one.name === name)!
        at.content = Buffer.from(at.content!.toString().replace(from, to))
      }
      const named = entries(sheetXml(rows))
      parts(
        '[Content_Types].xml',
        '</Types>',
        '<Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>',
      )
      parts(
        'xl/_rels/workbook.xml.rels',
        '</Relationships>',
        '<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
      )
      named.splice(4, 0, {
        name: 'xl/sharedStrings.xml',
        content: Buffer.from(`<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>${text}</t></si></sst>`),
      })
      return zip(named)
    }
    const row = (n: number) =>
      `<row r="${n}">${Array.from({ length: 20 }, (_, c) => `<c r="${String.fromCharCode(65 + c)}${n}" t="s"><v>0</v></c>`).join('')}</row>`
    const before = process.memoryUsage().rss
    const many = shared('字'.repeat(30_000), Array.from({ length: 2000 }, (_, n) => row(n + 1)).join(''))
    await expect(readSheet(await file(many))).rejects.toThrow(/^到第 \d+ 行为止内容过多，请拆分后导入$/)
    expect(process.memoryUsage().rss - before).toBeLessThan(300 << 20)
    await expect(readSheet(await file(shared('字'.repeat(32_768), row(1))))).rejects.toThrow('第 1 行第 1 列超过 32767 个字，请检查文件')
  })
  it('refuses an archive that is another one when it is read from its beginning', async () => {
    const honest = book(sheetXml('<row r="1"><c r="A1"><v>1</v></c></row>'))
    const hidden = zip([{ name: 'xl/sharedStrings.xml', content: Buffer.from('<sst/>') }])
    const end = hidden.indexOf('PK\x01\x02')
    const moved = Buffer.concat([hidden.subarray(0, end), honest])
    // The directory points behind what stands first.
    const from = moved.lastIndexOf('PK\x05\x06')
    moved.writeUInt32LE(moved.readUInt32LE(from + 16) + end, from + 16)
    for (let at = moved.indexOf('PK\x01\x02', moved.readUInt32LE(from + 16)); at >= 0; at = moved.indexOf('PK\x01\x02', at + 1))
      moved.writeUInt32LE(moved.readUInt32LE(at + 42) + end, at + 42)
    await expect(readSheet(await file(honest))).resolves.toHaveLength(1)
    await expect(readSheet(await file(moved))).rejects.toThrow('文件已损坏，无法打开')
    await expect(
      readSheet(await file(zip([{ name: 'xl/workbook.xml', content: Buffer.from(Array.from({ length: 99 }, (_, i) => i)), claims: 0 }]))),
    ).rejects.toThrow('文件已损坏，无法打开')
  })
  it('refuses too many rows and columns', async () => {
    const rows = Array.from({ length: 12 }, (_, i) => [i])
    await expect(readSheet(await file(await xlsx(rows)), { maxRows: 11, maxCols: 5 })).rejects.toThrow('数据超过 11 行，请拆分后导入')
    await expect(readSheet(await file(await xlsx([[1, 2, 3]])), { maxRows: 11, maxCols: 2 })).rejects.toThrow('数据超过 2 列，请检查文件')
    const far = book(sheetXml('<row r="1048576"><c r="A1048576"><v>1</v></c></row>'))
    const started = Date.now()
    await expect(readSheet(await file(far), { maxRows: 10, maxCols: 5 })).rejects.toThrow('数据超过 10 行')
    expect(Date.now() - started).toBeLessThan(5000)
  })
  it('follows no external entity', async () => {
    const evil = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>&e;x</t></is></c></row></sheetData></worksheet>`
    const read = await readSheet(await file(book(evil))).catch((e: Error) => e.message)
    expect(JSON.stringify(read)).not.toContain('root:')
  })
  it('gives rows with their numbers, without empty ones', async () => {
    expect(
      await readSheet(
        await file(
          await xlsx([
            ['名称', '金额'],
            ['甲', 1.5],
            [null, null],
            ['乙', null],
          ]),
        ),
      ),
    ).toEqual([
      { row: 1, cells: ['名称', '金额'] },
      { row: 2, cells: ['甲', 1.5] },
      { row: 4, cells: ['乙'] },
    ])
  })
})

describe('writing a sheet', () => {
  it('keeps every text as text, whatever it begins with', async () => {
    const nasty = fc
      .tuple(
        fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', ' =', '＝', '＋', '－', '＠', ''),
        fc.string({ unit: 'binary', maxLength: 40 }),
      )
      .map(([a, b]) => a + b)
    const texts = fc.sample(nasty, 400)
    const path = await file(
      await makeSheet(
        '导出',
        texts.map((text) => ['首', toCell(text)]),
        [10, 10],
      ),
    )
    const back = (await readSheet(path)).map(({ cells }) => cells[1] ?? '')
    const ends = (text: unknown) => String(text).replace(/\r\n?/g, '\n')
    expect(back.map(ends)).toEqual(texts.map((text) => ends(toCell(text))))
    expect(back.every((cell) => typeof cell === 'string')).toBe(true)
    expect(await partOf(path, 'xl/worksheets/sheet1.xml')).not.toMatch(/<f[ >]/)
  })
  it('writes a hundred thousand rows without holding up the main thread or the memory', async () => {
    const path = join(dir, 'big.xlsx')
    const before = process.memoryUsage().rss
    const delays: number[] = []
    let last = performance.now(),
      peak = 0
    const watch = setInterval(() => {
      const now = performance.now()
      delays.push(now - last - 10)
      last = now
      peak = Math.max(peak, process.memoryUsage().rss)
    }, 10)
    const writer = writeSheet(path, { name: '导出', widths: Array.from({ length: 12 }, () => 16) })
    for (let at = 0; at < 100_000; at += 500) {
      await writer.write(
        Array.from({ length: 500 }, (_, i) => Array.from({ length: 12 }, (_, c) => (c % 3 === 0 ? at + i : `企业名称${at + i}列${c}`))),
      )
    }
    await writer.end()
    clearInterval(watch)
    expect(peak - before).toBeLessThan(200 << 20)
    expect(delays.toSorted((a, b) => a - b)[Math.floor(delays.length * 0.95)]).toBeLessThan(60)
    let rows = 0
    for await (const batch of sheetRows(path, { maxRows: 100_000, maxCols: 20 })) rows += batch.length
    expect(rows).toBe(100_000)
  }, 60_000)
})

describe('checking an import', () => {
  const columns = [
    { key: 'name', title: '名称', schema: z.string().max(4, '最多 4 个字'), required: true },
    { key: 'amount', title: '金额', schema: z.number({ error: '应为数字' }) },
  ]
  const rows = (...cells: Cell[][]) => cells.map((one, i) => ({ row: i + 1, cells: one }))
  it('refuses changed headers and takes nothing then', () => {
    expect(checkSheet(rows(['名字', '金额', '金额'], ['甲', 1]), columns)).toEqual({
      rows: [],
      total: 1,
      errors: [
        { row: 1, column: '名称', message: '缺少此列，模板表头名称不可更改' },
        { row: 1, column: '名字', message: '模板中没有此列' },
        { row: 1, column: '金额', message: '此列重复' },
      ],
    })
  })
  it('names row and column of every fault and takes the rest', () => {
    expect(checkSheet(rows(['金额', '名称'], [1, '甲'], ['x', '乙乙乙乙乙'], [2, ' '], [null, '丁']), columns)).toEqual({
      rows: [
        { row: 2, value: { name: '甲', amount: 1 } },
        { row: 5, value: { name: '丁' } },
      ],
      total: 4,
      errors: [
        { row: 3, column: '名称', message: '最多 4 个字' },
        { row: 3, column: '金额', message: '应为数字' },
        { row: 4, column: '名称', message: '必填' },
      ],
    })
  })
  it('is not led astray by names of object parts', () => {
    expect(checkSheet(rows(['__proto__', '名称', '金额'], ['x', '甲', 1]), columns).errors).toEqual([
      { row: 1, column: '__proto__', message: '模板中没有此列' },
    ])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

describe('旧的 .xls', () => {
  const xls = (rows: unknown[][]): Buffer => {
    const book = utils.book_new()
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows, { cellDates: true, UTC: true }), '名单')
    return write(book, { type: 'buffer', bookType: 'biff8' }) as Buffer
  }
  it('is refused with too many rows or columns, and when it is broken', async () => {
    const rows = Array.from({ length: 6 }, (_, i) => [`行${i}`])
    await expect(readSheet(await file(xls(rows)), { maxRows: 5, maxCols: 9 })).rejects.toThrow('数据超过 5 行')
    await expect(readSheet(await file(xls([['a', 'b', 'c']])), { maxRows: 5, maxCols: 2 })).rejects.toThrow('数据超过 2 列')
    await expect(readSheet(await file(xls(rows).subarray(0, 700)))).rejects.toThrow('文件已损坏或过大')
  })
  it('gives text, numbers, dates and truth as an .xlsx does, without empty rows', async () => {
    const content = xls([['企业名称', '金额', '日期', '是否'], ['云溪甲厂', 12.5, new Date(Date.UTC(2026, 2, 1)), true], [], ['乙厂', 3]])
    expect(await readSheet(await file(content))).toEqual([
      { row: 1, cells: ['企业名称', '金额', '日期', '是否'] },
      { row: 2, cells: ['云溪甲厂', 12.5, '2026-03-01', true] },
      { row: 4, cells: ['乙厂', 3] },
    ])
  })
})
