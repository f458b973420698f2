import { useUser } from '../session.ts'
import { MyAppeals } from './my-appeals.tsx'
import { MyConsultations, SavedCalculations } from './my-records.tsx'
import { OpenNow } from './open-now.tsx'
import { QuickEntries } from './quick-entries.tsx'
import css from './operator.module.css'

/** /work/personal: what an individual asked, the calculations that were kept, and what the county takes declarations for now. */
export default function Personal() {
  const user = useUser()
  return (
    <>
      <h1 className={css.title}>{user?.name ? `${user.name}，您好` : '个人工作台'}</h1>
      <QuickEntries entries={['search', 'calculator', 'appeal', 'bind']} />
      <div className={css.columns}>
        <MyAppeals />
        <MyConsultations />
        <SavedCalculations />
      </div>
      <OpenNow />
    </>
  )
}
