import { useSearchParams } from 'react-router'
import { ClientPart } from '../shell/client-part.tsx'
import styles from './declare.module.css'

const number = (text: string | null) => (/^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : null)

/** /preview: `?id=` the echo of a filled form, `?projectId=` a form to try, `?draft=1` the form that an editor is still writing. */
export default function FormPreview() {
  const [params] = useSearchParams()
  return (
    <main id="main" className={`container ${styles.page}`}>
      <ClientPart
        load={() => import('./form-preview.client.tsx')}
        props={{ id: number(params.get('id')), projectId: number(params.get('projectId')), draft: params.get('draft') === '1' }}
      />
    </main>
  )
}
