import { dictColors, type DictColor } from '../../../contract/dictionary.ts'
import { StatusTag } from '../../kit/status-tag.tsx'

export const enabledOptions = [
  { value: 1, label: '启用' },
  { value: 0, label: '停用' },
]
export const EnabledTag = ({ flag }: { flag: number }) => <StatusTag tone={flag ? 'done' : 'off'}>{flag ? '启用' : '停用'}</StatusTag>
/** Values of a form or a row as a reader says them. */
export const inWords = (of: object): Record<string, unknown> => {
  const { enableFlag, color, ...rest } = of as Record<string, unknown>
  return {
    ...rest,
    ...(enableFlag === undefined ? {} : { enableFlag: enableFlag === 0 ? '停用' : '启用' }),
    ...(color === undefined ? {} : { color: dictColors[(color ?? '') as DictColor] || '不设' }),
  }
}
export const valuesOf = (code: string) => `?dict=${encodeURIComponent(code)}`
