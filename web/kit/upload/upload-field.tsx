import type { ControlProps } from '../form/fields.ts'
import { Uploader } from './uploader.tsx'
import type { Uploaded } from './upload-state.ts'

/** Upload widget as the control of a form field. */
export default function UploadField({
  kind,
  limit = 5,
  value,
  onChange,
  id,
  disabled,
  ...props
}: ControlProps & { kind: 'documents' | 'pictures' | 'file' | 'picture'; limit?: number }) {
  const widget = ({ documents: 'document', file: 'document', pictures: 'images', picture: 'image' } as const)[kind]
  return (
    <Uploader
      kind={widget}
      {...(id ? { id } : {})}
      {...(props['aria-label'] ? { label: props['aria-label'] } : {})}
      value={Array.isArray(value) ? (value as Uploaded[]) : undefined}
      onChange={(files) => onChange?.(files)}
      disabled={disabled ?? false}
      {...(kind === 'documents' ? { rule: { limit } } : {})}
    />
  )
}
