import { z } from 'zod'
import { wireTime } from '../../../contract/fields.ts'
import { formFields, RecordForm } from '../../kit/form/record-form.tsx'

const schema = z.object({ publishAt: wireTime.nullish(), takeDownAt: wireTime.nullish() })
type Times = { publishAt?: string | null; takeDownAt?: string | null }

const fields = formFields(
  schema,
  { key: 'publishAt', label: '上架时间', kind: 'dateTime', hint: '发布后（须审核的，审核通过后）到这个时间自动上架；不填则随即上架' },
  { key: 'takeDownAt', label: '下架时间', kind: 'dateTime', hint: '到这个时间自动下架；不填则一直展示' },
)

export const Schedule = ({
  canPublish,
  initial,
  onSubmit,
  onCancel,
}: {
  canPublish: boolean
  initial: Times
  onSubmit(times: Times): Promise<void>
  onCancel(): void
}) => (
  <RecordForm
    schema={schema}
    fields={canPublish ? fields : fields.slice(1)}
    initial={initial}
    onCancel={onCancel}
    // The form leaves out a cleared time; the call sends null.
    onSubmit={(values) =>
      onSubmit({ ...(canPublish ? { publishAt: values.publishAt || null } : {}), takeDownAt: values.takeDownAt || null })
    }
  />
)
