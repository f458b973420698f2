import { Link } from 'react-router'
import { AppealIcon, CalculatorIcon, DeclareIcon, PolicyIcon } from './entry-icons.tsx'
import css from './landing.module.css'

const all = {
  search: { to: '/page/policysearch', name: '查政策', icon: PolicyIcon },
  calculator: { to: '/page/policyserver/calculator', name: '算政策', icon: CalculatorIcon },
  declare: { to: '/page/policymarket/index', name: '报项目', icon: DeclareIcon },
  appeal: { to: '/work/myAppeal?new=1', name: '提诉求', icon: AppealIcon },
  bind: { to: '/work/personalCompany', name: '绑定企业', icon: DeclareIcon },
  archive: { to: '/work/enterpriseArchive', name: '完善档案', icon: PolicyIcon },
} as const

export const QuickEntries = ({ entries }: { entries: readonly (keyof typeof all)[] }) => (
  <nav aria-label="快捷入口">
    <ul className={css.quick}>
      {entries.map((key) => {
        const { to, name, icon: Icon } = all[key]
        return (
          <li key={key}>
            <Link to={to}>
              <Icon />
              {name}
            </Link>
          </li>
        )
      })}
    </ul>
  </nav>
)
