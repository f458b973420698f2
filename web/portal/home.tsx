import { Link } from 'react-router'
import { AppealIcon, CalculatorIcon, DeclareIcon, PolicyIcon } from '../shell/icons.tsx'
import { SearchBox } from '../shell/search-box.tsx'
import styles from './home.module.css'

const tasks = [
  { to: '/page/policysearch', name: '查政策', text: '按部门、行业、截止时间查', icon: PolicyIcon },
  { to: '/page/policyserver/calculator', name: '算政策', text: '3 分钟算一算能享受哪些', icon: CalculatorIcon },
  { to: '/page/policymarket/index', name: '报项目', text: '在线申报，随时续填', icon: DeclareIcon },
  { to: '/page/appeal', name: '提诉求', text: '问题有人办、有回音', icon: AppealIcon },
]
const hotWords = ['高新技术企业', '技术改造', '稳岗', '厂房租金']

export default function Home() {
  return (
    <>
      <section className={styles.hero} data-dark>
        <div className="container">
          <h1 className={styles.title}>惠企政策，一处查清</h1>
          <div className={styles.search}>
            <SearchBox id="home-search" size="large" action="/page/policysearch" placeholder="输入关键词、文号或拼音首字母" label="搜索政策" dark />
          </div>
          <p className={styles.hot}>常查：{hotWords.map((word) => <Link key={word} to={`/page/policysearch?q=${encodeURIComponent(word)}`}>{word}</Link>)}</p>
        </div>
      </section>
      <div className="container">
        <ul className={`card ${styles.tasks}`}>
          {tasks.map(({ to, name, text, icon: Icon }) => (
            <li key={to}><Link to={to} className={styles.task}><Icon /><span><strong>{name}</strong><span>{text}</span></span></Link></li>
          ))}
        </ul>
      </div>
    </>
  )
}
