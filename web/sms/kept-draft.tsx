import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { drafts } from '../../contract/draft.ts'
import { call } from '../api.ts'
import { readStored, savedText } from '../kit/form/draft.ts'
import { isDirty, type Values } from '../kit/form/form-values.ts'

/** Announces what was typed in a form at an earlier visit, before the template is chosen that the form needs. */
export function KeptDraft({ form }: { form: string }) {
  const kept = useQuery({
    queryKey: ['kept-draft', form],
    queryFn: async () => {
      const { draft } = await call(drafts.find, { query: { form } }, { silent: true })
      return draft && readStored<Values>(draft.content)
    },
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  const left = kept.data
  if (!left || (left.base && !isDirty(left.base, left.values))) return null
  return (
    <Alert
      type="info"
      style={{ marginBottom: 8 }}
      title={`有上次未提交的内容（${savedText(left.savedAt)}），选择模板后可以继续填写或丢弃`}
    />
  )
}
