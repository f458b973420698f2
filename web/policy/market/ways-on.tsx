import { Link } from 'react-router'
import { useRootData } from '../../shell/root-data.ts'
import styles from './ways-on.module.css'

const HAS_WORDS = /[\p{L}\p{N}]/u

/** One line that no policy is a certain answer, with links to continue; `elsewhere`: other kinds were not searched yet. */
export function WaysOn({ q, elsewhere = false }: { q: string; elsewhere?: boolean }) {
  const phone = useRootData()?.site.phone
  if (!HAS_WORDS.test(q))
    return (
      <div className={styles.on}>
        <p>“{q}”里没有可以查找的字</p>
        <p className="meta">请写出政策名称、文号，或企业想办的事，如“招大学生有补贴吗”。</p>
      </div>
    )
  return (
    <div className={styles.on}>
      <p>没有政策能回答“{q}”</p>
      <p className="meta">
        可以
        {elsewhere && (
          <>
            <Link to={`/page/search?q=${encodeURIComponent(q)}`}>在全站搜这句话</Link>（资讯、服务、产品），
          </>
        )}
        <Link to="/page/policyserver/calculator">用政策计算器算一算</Link>，在<Link to="/page/policymarket/index">政策超市</Link>
        里打开相近的政策咨询
        {phone && (
          <>
            ，或拨打服务电话 <a href={`tel:${phone}`}>{phone}</a>
          </>
        )}
        。问题会隐去数字和名称后转给编辑。
      </p>
    </div>
  )
}
