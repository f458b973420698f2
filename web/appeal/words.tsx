import { appealCodes } from '../../contract/appeal/states.ts'
import type { AppealRow } from '../../contract/appeal.ts'
import { shanghaiDay } from '../../contract/shanghai.ts'
import { StatusTag } from '../kit/status-tag.tsx'

export const MY_LIST = 'myAppeal'
export const STAFF_LIST = 'adminAppeal'
export const appealKey = (id: number | null) => ['appeal', id] as const
export const idOf = (text: string | null) => (/^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : null)
export const dayOf = (at: string | null): string => (at === null ? '无' : shanghaiDay(Date.parse(at)))
export const sentFiles = (files: readonly { filePath: string; fileName: string }[] | undefined) =>
  (files ?? []).map(({ filePath, fileName }) => ({ filePath, fileName }))

export const AppealState = ({ row }: { row: Pick<AppealRow, 'state' | 'stateName'> }) => (
  <StatusTag tone={appealCodes.tones[row.state as keyof typeof appealCodes.tones]}>{row.stateName}</StatusTag>
)

/** The remaining working days until the promised end, in words. */
const leftOf = (days: number): string => (days > 0 ? `还剩 ${days} 个工作日` : days === 0 ? '今天到期' : `已超期 ${-days} 个工作日`)

/** The promised day and its status: expired, paused with the reason, or the days left. */
export function PromisedDay({ row }: { row: Pick<AppealRow, 'state' | 'deadline' | 'overdue' | 'pause' | 'workdaysLeft'> }) {
  if (row.deadline === null) return <>无</>
  const left = row.workdaysLeft
  return (
    <>
      <span className="num">{dayOf(row.deadline)}</span>{' '}
      {row.overdue ? (
        <StatusTag tone="urgent">{left !== null && left < 0 ? leftOf(left) : '已超期'}</StatusTag>
      ) : (
        left !== null && <span className="meta">{leftOf(left)}</span>
      )}
      {row.pause && <StatusTag tone="waiting">暂停计时</StatusTag>}
    </>
  )
}
