import { callCodes, callDirections, callResults } from '../../contract/callcentre/states.ts'
import type { CallRow } from '../../contract/callcentre/calls.ts'
import { appealType } from '../../contract/appeal/types.ts'
import { system } from '../../contract/system.ts'
import { call } from '../api.ts'
import { BigTypePicker } from '../kit/choose/big-type-picker.tsx'
import { departments } from '../kit/choose/option-sources.ts'
import type { ControlProps } from '../kit/form/fields.ts'
import { StatusTag } from '../kit/status-tag.tsx'

export const CALL_LIST = 'callRecords'
export const CALL_KIND = 'call'
export const deskKey = ['call', 'desk'] as const
export const callbackKey = ['call', 'callbacks'] as const
export const cardKey = (id: number | null, companyId: number | null) => ['call', 'card', id, companyId] as const

export const optionsOf = <T extends object>(words: T) => Object.entries(words).map(([value, label]) => ({ value, label: String(label) }))
export const resultOptions = optionsOf(callResults)
export const directionOptions = optionsOf(callDirections)
export const stateOptions = optionsOf(callCodes.labels)

const types = { key: 'appeal:types', load: () => call(appealType.tree, {}, { silent: true }) }
export const CallTypePicker = (props: ControlProps) => <BigTypePicker {...props} source={types} label="类型" />
export const offices = departments('call', () => call(system.officeOptions, {}, { silent: true }))

export const CallState = ({ row }: { row: Pick<CallRow, 'state' | 'stateName'> }) => (
  <StatusTag tone={callCodes.tones[row.state as keyof typeof callCodes.tones]}>{row.stateName}</StatusTag>
)

/** Formats seconds, such as 3 分 05 秒. */
export const showSeconds = (seconds: number | null): string =>
  seconds === null ? '无' : seconds < 60 ? `${seconds} 秒` : `${Math.floor(seconds / 60)} 分 ${String(seconds % 60).padStart(2, '0')} 秒`
