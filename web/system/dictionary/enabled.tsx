import { StatusTag } from '../../kit/status-tag.tsx'

export const enabledOptions = [
  { value: 1, label: '启用' },
  { value: 0, label: '停用' },
]
export const EnabledTag = ({ flag }: { flag: number }) => <StatusTag tone={flag ? 'done' : 'off'}>{flag ? '启用' : '停用'}</StatusTag>
export const valuesOf = (code: string) => `?dict=${encodeURIComponent(code)}`
