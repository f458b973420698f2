import { openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ImportState } from '../contract/imports.ts'
import { writeSheet } from '../server/kernel/sheet/write.ts'
import type { Row } from './report.ts'
import type { signedIn } from './served.ts'

const ROWS = 10_000
const TITLES = ['呼叫方向', '号码', '开始时间', '结束时间', '统一社会信用代码', '联系人', '内容']

/** Imports a sheet of calls like an agent: upload, check row by row, write. */
export async function callImport({ call }: Awaited<ReturnType<typeof signedIn>>, dir: string): Promise<Row> {
  const path = join(dir, 'calls.xlsx')
  const writer = writeSheet(path, { name: '通话记录导入', columns: TITLES.map(() => ({ width: 18 })) })
  await writer.write([TITLES])
  const two = (n: number) => String(n).padStart(2, '0')
  for (let from = 0; from < ROWS; from += 500)
    await writer.write(
      Array.from({ length: 500 }, (_, i) => {
        const n = from + i
        const [day, hour, minute] = [two(1 + (n % 28)), two(8 + (n % 9)), two(n % 50)]
        const date = `2025-${two(1 + (n % 12))}-${day}`
        return [
          n % 4 === 0 ? '呼出' : '呼入',
          `137${String(10_000_000 + n)}`,
          `${date} ${hour}:${minute}`,
          `${date} ${hour}:${two((n % 50) + 7)}`,
          '',
          n % 3 === 0 ? '林小满' : '',
          `咨询第 ${n} 项：技改补贴的申报时间与所需材料`,
        ]
      }),
    )
  await writer.end()
  const form = new FormData()
  form.append('mode', 'valid')
  form.append('file', await openAsBlob(path), 'calls.xlsx')
  const begun = performance.now()
  let state = await call<ImportState>('/call/data/import', form)
  while (state.status === 1) {
    await sleep(100)
    state = await call<ImportState>(`/import/progress?taskId=${state.taskId}`)
  }
  const figure = (performance.now() - begun) / 1000
  if (state.status !== 2 || state.addedCount !== ROWS)
    throw new Error(`import: ${state.addedCount} rows, ${state.message}, ${JSON.stringify(state.errors.slice(0, 3))}`)
  return { name: `import of ${ROWS} calls`, figure, unit: 's', atMost: 10 }
}
