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
import { isBlank, toCell, type Cell } from './cell.ts'
import { checkSheet } from './check.ts'
import { formulaCell, isTruth } from './formula.ts'
import { readSheet, sheetRows } from './read.ts'
import { creditCodeCell, dayOf, numberOf, textCell, timeOf, truthOf, wordCell } from './values.ts'
import { makeSheet, templateSheet, writeSheet } from './write.ts'

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
  it('refuses files that are not workbooks', async () => {
    await expect(readSheet(await file(Buffer.from('not a zip')))).rejects.toThrow('文件已损坏，无法打开')
    await expect(readSheet(await file(docx()))).rejects.toThrow('请上传 .xlsx 或 .xls 文件')
  })
  it('refuses bombs before unpacking, and false directories while unpacking', async () => {
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
  it('refuses a text used in a million cells, and cells longer than Excel permits', async () => {
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
  it('refuses an archive that differs when read from its start', async () => {
    const honest = book(sheetXml('<row r="1"><c r="A1"><v>1</v></c></row>'))
    const hidden = zip([{ name: 'xl/sharedStrings.xml', content: Buffer.from('<sst/>') }])
    const end = hidden.indexOf('PK\x01\x02')
    const moved = Buffer.concat([hidden.subarray(0, end), honest])
    // The directory points behind the first bytes.
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
  it('accepts a yes or no saved as TRUE(), and refuses every other formula, also one that starts like it', async () => {
    const cellOf = (formula: string, before = '') =>
      file(book(sheetXml(`<row r="1">${before}<c r="B1" t="b"><f aca="false">${formula}</f><v>1</v></c></row>`)))
    expect((await readSheet(await cellOf('TRUE()')))[0]!.cells).toEqual([null, true])
    await expect(readSheet(await cellOf('TRUE()+1'))).rejects.toThrow('单元格 B1 含有公式')
    // Behind long text a tag is cut at the end of a piece.
    for (const length of [0, 16_300, 16_384 - 150, 65_500]) {
      const wall = `<c r="A1" t="inlineStr"><is><t>${'字a'.repeat(length / 4)}</t></is></c>`
      expect(await formulaCell(await cellOf('FALSE()', wall)), String(length)).toBeNull()
      for (const formula of ['TRUE()+1', 'AND(TRUE())', 'TRUE', 'NOT(FALSE())', ''])
        expect(await formulaCell(await cellOf(formula, wall)), formula).toBe('B1')
    }
  })
  it('accepts the same yes or no from an older workbook, in small letters', () => {
    expect(['TRUE()', 'FALSE()', 'TRUE', 'true', 'false'].map(isTruth)).toEqual([true, true, true, true, true])
    expect(['TRUE()+1', 'trueish', 'NOT(FALSE())'].map(isTruth)).toEqual([false, false, false])
  })
  it('leaves out rows that contain only blanks', async () => {
    expect(await readSheet(await file(await xlsx([['名称'], ['　'], ['\u200b ', '\u00a0'], ['乙', ' ']])))).toEqual([
      { row: 1, cells: ['名称'] },
      { row: 4, cells: ['乙'] },
    ])
  })
  it('follows no external entity', async () => {
    const evil = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>&e;x</t></is></c></row></sheetData></worksheet>`
    const read = await readSheet(await file(book(evil))).catch((e: Error) => e.message)
    expect(JSON.stringify(read)).not.toContain('root:')
  })
  it('returns rows with their numbers, without empty ones', async () => {
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
  it('writes every text as text, whatever it starts with', async () => {
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
    // A cell of blanks at the end of a row is dropped.
    const ends = (text: unknown) => (isBlank(text as Cell) ? '' : String(text).replace(/\r\n?/g, '\n'))
    expect(back.map(ends)).toEqual(texts.map((text) => ends(toCell(text))))
    expect(back.every((cell) => typeof cell === 'string')).toBe(true)
    expect(await partOf(path, 'xl/worksheets/sheet1.xml')).not.toMatch(/<f[ >]/)
  })
  it('writes a hundred thousand rows without blocking the main thread or filling the memory', async () => {
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
    const writer = writeSheet(path, { name: '导出', columns: Array.from({ length: 12 }, () => ({ width: 16 })) })
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

describe('days and times', () => {
  it('are dates of Shanghai time, and are read as they were written', async () => {
    const instant = '2026-10-14T16:11:55.295613Z'
    const path = await file(
      await makeSheet('导出', [['时间', '日期', '不是'], [instant, '2026-02-28', '2026-02-31'].map(toCell)], [22, 12, 12]),
    )
    expect((await readSheet(path))[1]!.cells).toEqual(['2026-10-15 00:11:55', '2026-02-28', '2026-02-31'])
    expect(await partOf(path, 'xl/worksheets/sheet1.xml')).toMatch(/<c r="A2" s="3"><v>46310\.\d+<\/v><\/c><c r="B2" s="2"><v>46081<\/v>/)
  })
  it('are read in common notations, with characters of any width', () => {
    for (const written of [
      '2026/6/30',
      '2026-6-30',
      '2026.6.30',
      '2026年6月30日',
      '2026 年 6 月 30 日',
      '２０２６／６／３０',
      '20260630',
      20260630,
      '2026-06-30 08:30:00',
      '2026-06-30T00:00:00.000Z',
    ])
      expect(dayOf(written), String(written)).toBe('2026-06-30')
    for (const written of ['2026-02-31', '30/6/2026', '2026年6月', '46203', 46203, '六月三十日', ''])
      expect(dayOf(written), String(written)).toBeNull()
  })
  it('a time after a day is read in these notations, to the second', () => {
    for (const written of [
      '2026/6/30 8:30',
      '2026-6-30  08:30',
      '2026.6.30 08:30:00',
      '2026年6月30日8:30',
      '2026年6月30日 08:30',
      '２０２６－０６－３０ ０８：３０',
      '2026-06-30T08:30',
    ])
      expect(timeOf(written), written).toBe('2026-06-30 08:30:00')
    expect(timeOf('2026-06-30 23:59:58')).toBe('2026-06-30 23:59:58')
    for (const written of ['2026-06-30', '2026-02-31 08:30', '2026-06-30 24:00', '2026-06-30 08:61', '8:30', 46203.5])
      expect(timeOf(written), String(written)).toBeNull()
  })
})

describe('other cells', () => {
  it('numbers with separators and full-width digits; ambiguous ones are refused', () => {
    expect(['1,234.5', '１２３４．５', ' 1234.5 ', 1234.5, '-3', '1，234，567'].map(numberOf)).toEqual([
      1234.5, 1234.5, 1234.5, 1234.5, -3, 1234567,
    ])
    expect(['1,2', '12,34', '三', '1.2.3', '5万', ''].map(numberOf)).toEqual([null, null, null, null, null, null])
  })
  it('codes in any case and width; codes truncated by number format are refused', () => {
    expect(creditCodeCell.parse('９１339999maef12007u ')).toBe('91339999MAEF12007U')
    for (const cut of [Number('913399991234567890'), '9.13399991234568E+17'])
      expect(creditCodeCell.safeParse(cut).error!.issues[0]!.message).toContain('请把该列设为文本格式')
    expect(textCell.parse(13812341234)).toBe('13812341234')
    expect(textCell.safeParse(1234567890123456).success).toBe(false)
  })
  it('one of a few words, in any width and with invisible characters', () => {
    const cell = wordCell(['呼入', '呼出 A'], '应为呼入或呼出 A')
    expect(['呼入\u200b', ' 呼出　Ａ'].map((word) => cell.parse(word))).toEqual(['呼入', '呼出 A'])
    for (const other of ['呼', 1]) expect(cell.safeParse(other).error!.issues[0]!.message).toBe('应为呼入或呼出 A')
  })
  it('yes and no', () => {
    expect(['是', 'TRUE', true, 'true', '否', 'False', '也许'].map(truthOf)).toEqual([true, true, true, true, false, false, null])
  })
})

describe('a workbook of ours', () => {
  it('can be sorted and filtered below its titles, has the rest on a second page; a template keeps codes as text', async () => {
    const path = join(dir, 'book.xlsx')
    const writer = writeSheet(path, { name: '企业/名单', columns: [{ width: 20 }, { width: 9 }], note: '说明' })
    await writer.write([
      ['名称', '数'],
      ['甲', 1],
    ])
    await writer.write([['乙<&">', 2]])
    await writer.end([['导出人', '王']])
    expect(await readSheet(path)).toEqual([
      { row: 1, cells: ['名称', '数'] },
      { row: 2, cells: ['甲', 1] },
      { row: 3, cells: ['乙<&">', 2] },
    ])
    expect(await partOf(path, 'xl/worksheets/sheet1.xml')).toContain('<autoFilter ref="A1:B3"/>')
    expect(await partOf(path, 'xl/worksheets/sheet2.xml')).toContain('导出人')
    expect(await partOf(path, 'xl/workbook.xml')).toContain('<sheet name="企业 名单" sheetId="1" r:id="rId1"/><sheet name="说明"')
    const template = await file(await templateSheet('名单', [{ title: '代码', text: true }, { title: '金额' }]))
    const xml = await partOf(template, 'xl/worksheets/sheet1.xml')
    expect(xml).toMatch(/<col min="1" max="1" width="14" customWidth="1" style="1"\/><col min="2" max="2" width="14" customWidth="1"\/>/)
    expect(xml).not.toContain('autoFilter')
  })
})

describe('checking an import', () => {
  const columns = [
    { key: 'name', title: '名称', schema: z.string().max(4, '最多 4 个字'), required: true },
    { key: 'amount', title: '金额', schema: z.number({ error: '应为数字' }) },
  ]
  const rows = (...cells: Cell[][]) => cells.map((one, i) => ({ row: i + 1, cells: one }))
  it('V030: refuses changed headers and imports nothing then', () => {
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
  it('names row and column of every fault and imports the rest', () => {
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
  it('finds titles below a heading, with brackets of any width, beside numbered columns', () => {
    const asked = [
      { key: 'name', title: '企业名称', schema: z.string(), required: true },
      { key: 'amount', title: '金额（万元）', schema: z.number() },
    ]
    const checked = checkSheet(
      rows(
        ['云溪县补贴名单'],
        ['填表日期：2026年', '企业名称'],
        ['序号', '企业名称*', '金额 (万元)', '失败原因'],
        [1, '甲', 3],
        [2],
        [3, '（示例，请删除）乙', 1],
        ['4', null, 5],
      ),
      asked,
    )
    expect(checked).toEqual({
      rows: [{ row: 4, value: { name: '甲', amount: 3 } }],
      total: 2,
      errors: [{ row: 7, column: '企业名称', message: '必填' }],
    })
  })
  it('a heading with the words of a missing title does not count as the title', () => {
    expect(checkSheet(rows(['名单'], ['名称', '价格'], ['甲', 1]), columns).errors).toEqual([
      { row: 2, column: '金额', message: '缺少此列，模板表头名称不可更改' },
      { row: 2, column: '价格', message: '模板中没有此列' },
    ])
  })
  it('names of object properties are ordinary titles', () => {
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
  it('is refused with too many rows or columns, and when it is damaged', async () => {
    const rows = Array.from({ length: 6 }, (_, i) => [`行${i}`])
    await expect(readSheet(await file(xls(rows)), { maxRows: 5, maxCols: 9 })).rejects.toThrow('数据超过 5 行')
    await expect(readSheet(await file(xls([['a', 'b', 'c']])), { maxRows: 5, maxCols: 2 })).rejects.toThrow('数据超过 2 列')
    await expect(readSheet(await file(xls(rows).subarray(0, 700)))).rejects.toThrow('文件已损坏或过大')
  })
  it('returns text, numbers, dates and booleans as an .xlsx does, without empty rows', async () => {
    const content = xls([['企业名称', '金额', '日期', '是否'], ['云溪甲厂', 12.5, new Date(Date.UTC(2026, 2, 1)), true], [], ['乙厂', 3]])
    expect(await readSheet(await file(content))).toEqual([
      { row: 1, cells: ['企业名称', '金额', '日期', '是否'] },
      { row: 2, cells: ['云溪甲厂', 12.5, '2026-03-01', true] },
      { row: 4, cells: ['乙厂', 3] },
    ])
  })
})
