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

/** The promised day with its status: passed, paused with the reason, or running. */
export function PromisedDay({ row }: { row: Pick<AppealRow, 'state' | 'deadline' | 'overdue' | 'pause'> }) {
  if (row.deadline === null) return <>无</>
  return (
    <>
      <span className="num">{dayOf(row.deadline)}</span> {row.overdue && <StatusTag tone="urgent">已超期</StatusTag>}
      {row.pause && <StatusTag tone="waiting">暂停计时</StatusTag>}
    </>
  )
}
