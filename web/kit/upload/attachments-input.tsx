import type { ControlProps } from '../form/fields.ts'
import type { Uploaded } from './upload-state.ts'
import UploadField from './upload-field.tsx'

interface Attachment {
  fileId: string
  fileName?: string
}

/** Attachments as a form value: key and name of each; at most twenty, the platform's limit. */
export const AttachmentsInput = ({ value, onChange, limit = 20, ...props }: ControlProps & { limit?: number }) => (
  <UploadField
    {...props}
    aria-label="附件"
    kind="documents"
    limit={limit}
    value={((value ?? []) as Attachment[]).map(({ fileId, fileName = '附件' }) => ({ filePath: fileId, fileName, exName: fileName }))}
    onChange={(files) => onChange?.((files as Uploaded[]).map(({ filePath, fileName }) => ({ fileId: filePath, fileName })))}
  />
)
