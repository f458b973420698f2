import type { DirectListRow } from '../../contract/direct.ts'
import { StatusTag } from '../kit/status-tag.tsx'
import { listStanding, shanghaiToday } from './words.ts'

/** The state of a list as a tag, for tables and the head of its page. */
export function ListState({ list }: { list: Pick<DirectListRow, 'state' | 'publicTo'> }) {
  const { name, tone } = listStanding(list, shanghaiToday())
  return <StatusTag tone={tone}>{name}</StatusTag>
}
