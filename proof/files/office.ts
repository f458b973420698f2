import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { read, utils } from '@e965/xlsx'
import type { ImportState } from '../../contract/imports.ts'
import { noFaults, notRunHere, type Finding } from '../finding.ts'
import type { ProofApp, ProofStage } from '../stage.ts'
import type { User } from '../user.ts'
import { ended, sheetBytes, start } from './exports.ts'
import { patiently, uploadAs } from './send.ts'

const CODE = '统一社会信用代码'
/** Comma, double quotes, UTF-8, from the first row. */
const CSV = 'CSV:44,34,76,1'

interface Sheet {
  name: string
  who: User
  template: string
  path: string
  fields: Record<string, string>
  row: Record<string, string>
}

/** The platform's sheets are saved, filled in and brought back by another program, here LibreOffice. */
export async function office(stage: ProofStage, app: ProofApp, staff: User, editor: User): Promise<Finding[]> {
  const where = { id: 'U-07', engine: app.engine, what: '模板与导出经 LibreOffice 另存（xlsx、xls）后照样导入、读出' }
  const folder = join(await stage.folder(), 'office')
  await mkdir(folder, { recursive: true })
  if (!(await converts(folder, ['--version']))) return [notRunHere(where, '没有 LibreOffice')]
  const faults: string[] = []
  const sheets: Sheet[] = [
    {
      name: 'company',
      who: staff,
      template: `/company/info/downloadTemplate?source=${encodeURIComponent('市场监管')}`,
      path: '/company/info/import',
      fields: { source: '市场监管' },
      row: { 企业名称: '另存五金厂', [CODE]: '91330808MA2B00001X', 注册成立日期: '2020/6/30', 列入经营异常名录: '否' },
    },
    {
      name: 'policy',
      who: editor,
      template: '/files/downloadTemplate?code=policy-import',
      path: '/admin/policy/doc/import',
      fields: {},
      row: {
        政策标题: '另存补助办法',
        发文部门: '县经信局',
        政策级别: '区县级',
        支持方式: '资金补助',
        政策摘要: '补助',
        申报开始: '2026/3/1',
        申报截止: '2026-06-30',
      },
    },
  ]
  const names: string[] = []
  for (const sheet of sheets) {
    const template = await sheetBytes(app, sheet.who, sheet.template)
    await writeFile(join(folder, `${sheet.name}-empty.xlsx`), template)
    const titles = firstRow(template)
    const known = titles.filter((title) => sheet.row[title] !== undefined)
    if (known.length < 3) faults.push(`${sheet.name}: the template has ${titles.join(' ')}`)
    const row = (own: Record<string, string>) => titles.map((title) => own[title] ?? '').join(',')
    await writeFile(join(folder, `${sheet.name}-filled.csv`), `${titles.join(',')}\n${row(sheet.row)}\n`)
    names.push(`${sheet.name}-empty.xlsx`, `${sheet.name}-filled.csv`)
    if (titles.includes(CODE)) {
      await writeFile(
        join(folder, `${sheet.name}-digits.csv`),
        `${titles.join(',')}\n${row({ ...sheet.row, [CODE]: '913399991234567890' })}\n`,
      )
      names.push(`${sheet.name}-digits.csv`)
    }
  }
  const { taskId } = (await start(editor, 'policy')).body.data as { taskId: string }
  const { filePath } = await ended(editor, taskId)
  const exported = await sheetBytes(app, editor, `/files/download?filePath=${filePath}`)
  await writeFile(join(folder, 'export.xlsx'), exported)
  names.push('export.xlsx')
  for (const format of ['xlsx', 'xls'])
    for (const some of [names.filter((name) => name.endsWith('.xlsx')), names.filter((name) => name.endsWith('.csv'))])
      await converts(folder, [
        ...(some[0]!.endsWith('.csv') ? [`--infilter=${CSV}`] : []),
        '--convert-to',
        format,
        '--outdir',
        join(folder, format),
        ...some.map((name) => join(folder, name)),
      ])
  for (const format of ['xlsx', 'xls']) {
    const saved = async (name: string) => ({
      name: `${name}.${format}`,
      content: await readFile(join(folder, format, `${name}.${format}`)),
    })
    for (const sheet of sheets) {
      const judged = async (name: string) => judge(app, sheet, await saved(`${sheet.name}-${name}`))
      const empty = await judged('empty')
      if (!empty.message?.includes('没有数据')) faults.push(`${sheet.name} empty ${format}: ${JSON.stringify(empty)}`)
      const filled = await judged('filled')
      if (filled.addedCount !== 1 || filled.failCount !== 0) faults.push(`${sheet.name} filled ${format}: ${JSON.stringify(filled)}`)
      if (!names.includes(`${sheet.name}-digits.csv`)) continue
      const digits = await judged('digits')
      if (digits.addedCount !== 0 || !digits.errors.some((e) => e.message.includes('文本格式')))
        faults.push(`${sheet.name} digits ${format}: ${JSON.stringify(digits)}`)
    }
    const [before, after] = [exported, (await saved('export')).content].map(shownCells)
    if (JSON.stringify(before) !== JSON.stringify(after)) faults.push(`an export reads otherwise as ${format}`)
  }
  return [noFaults(where, faults, names.length * 2)]
}

async function judge(app: ProofApp, { who, path, fields }: Sheet, file: { name: string; content: Buffer }): Promise<ImportState> {
  const { body, text } = await patiently(() => uploadAs(app, who, file, { ...fields, mode: 'valid', dryRun: 'true' }, path))
  let state = body.data as ImportState | undefined
  if (!state) throw new Error(`${file.name} was not taken: ${text.slice(0, 300)}`)
  while (state.status === 1) {
    await sleep(100)
    const { taskId } = state
    state = (await patiently(() => who.get('/import/progress', { taskId }))).body.data as ImportState
  }
  return state
}

const pageOf = (content: Buffer) => {
  const book = read(content, { cellDates: true, UTC: true })
  return book.Sheets[book.SheetNames[0]!]!
}
const firstRow = (content: Buffer) => (utils.sheet_to_json<string[]>(pageOf(content), { header: 1 }) as string[][])[0]!
/** Times as values, independent of the program's cell format, rounded to seconds as in the older file format. */
const shownCells = (content: Buffer) =>
  (utils.sheet_to_json<unknown[]>(pageOf(content), { header: 1, raw: true }) as unknown[][]).map((row) =>
    row.map((cell) => (cell instanceof Date ? new Date(Math.round(cell.getTime() / 1000) * 1000).toISOString() : cell)),
  )

/** Runs the program with its own profile. Returns false when it is not installed or failed. */
async function converts(folder: string, args: string[]): Promise<boolean> {
  const run = spawn('soffice', [`-env:UserInstallation=file://${join(folder, 'profile')}`, '--headless', ...args], { stdio: 'ignore' })
  const timer = setTimeout(() => run.kill('SIGKILL'), 120_000)
  const [code] = (await once(run, 'exit').catch(() => [-1])) as [number]
  clearTimeout(timer)
  return code === 0
}
