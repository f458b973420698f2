import { useSearchParams } from 'react-router'
import { ClientPart } from '../shell/client-part.tsx'
import styles from './declare.module.css'

const number = (text: string | null) => (/^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : null)

/** /commonform: `?projectId=` or `?id=`; an enterprise fills in its draft, an individual tries the form. */
export default function CommonForm() {
  const [params] = useSearchParams()
  return (
    <main id="main" className={`container ${styles.page}`}>
      <ClientPart
        load={() => import('./common-form.client.tsx')}
        props={{ id: number(params.get('id')), projectId: number(params.get('projectId')) }}
      />
    </main>
  )
}
