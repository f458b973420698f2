import { useUser } from '../session.ts'
import { MyConsultations, SavedCalculations } from './my-records.tsx'
import { QuickEntries } from './quick-entries.tsx'
import css from './operator.module.css'

/** /work/personal: what an individual asked, and the calculations that were kept. */
export default function Personal() {
  const user = useUser()
  return (
    <>
      <h1 className={css.title}>{user?.name ? `${user.name}，您好` : '个人工作台'}</h1>
      <QuickEntries entries={['search', 'calculator']} />
      <div className={css.columns}>
        <MyConsultations />
        <SavedCalculations />
      </div>
    </>
  )
}
