import { useUser } from '../session.ts'
import { MyActivities } from './my-activities.tsx'
import { MyAppeals } from './my-appeals.tsx'
import { MyMarket } from './my-market.tsx'
import { MyCompanies } from './my-companies.tsx'
import { MyConsultations, SavedCalculations } from './my-records.tsx'
import { OpenNow } from './open-now.tsx'
import { QuickEntries } from './quick-entries.tsx'
import css from './operator.module.css'

/**
 * /work/personal: the companies an individual acts for, their questions and enrolments, saved calculations, and the county's open
 * declarations.
 */
export default function Personal() {
  const user = useUser()
  return (
    <>
      <h1 className={css.title}>{user?.name ? `${user.name}，您好` : '个人工作台'}</h1>
      <QuickEntries entries={['search', 'calculator', 'appeal', 'bind']} />
      <MyCompanies />
      <div className={css.columns}>
        <MyAppeals />
        <MyMarket />
        <MyConsultations />
        <MyActivities />
        <SavedCalculations />
      </div>
      <OpenNow />
    </>
  )
}
