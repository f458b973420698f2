import { IMAGES_MAX } from '../../contract/market/states.ts'
import type { ControlProps } from '../kit/form/fields.ts'
import UploadField from '../kit/upload/upload-field.tsx'
import type { Uploaded } from '../kit/upload/upload-state.ts'

/** At most three pictures; the value is the list of their keys. */
export function PicturesInput({ value, onChange, ...props }: ControlProps) {
  const keys = Array.isArray(value) ? (value as string[]) : []
  return (
    <UploadField
      {...props}
      kind="pictures"
      limit={IMAGES_MAX}
      value={keys.map((key, n) => ({ filePath: key, fileName: `图片 ${n + 1}`, exName: `图片 ${n + 1}` }))}
      onChange={(files) => onChange?.((files as Uploaded[]).map(({ filePath }) => filePath))}
    />
  )
}
