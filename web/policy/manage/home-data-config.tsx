import { useSearchParams } from 'react-router'
import { homeTypeLabels, homeTypes, type HomeType } from '../../../contract/policy.ts'
import { lazyPart, onItsWay } from '../../shell/lazy-part.tsx'
import { Tabs } from '../../kit/tabs.tsx'

const HomeValues = lazyPart(() => import('./home-values.client.tsx').then((m) => m.HomeValues), onItsWay)
const UnitNumbers = lazyPart(() => import('./unit-numbers.client.tsx').then((m) => m.UnitNumbers), onItsWay)

/** 政策首页数据配置: the content of the public home page by kind, and the issuing units with their figures. Changes are public at once. */
export default function HomeDataConfig() {
  const [params, setParams] = useSearchParams()
  const tab = params.get('tab') ?? 'section'
  return (
    <>
      <p>
        改动立即生效：
        <a href="/page/home" style={{ textDecoration: 'underline' }}>
          查看首页
        </a>
      </p>
      <Tabs
        activeKey={tab}
        onChange={(next) => setParams({ tab: next }, { replace: true })}
        destroyOnHidden
        items={[
          ...homeTypes.map((type: HomeType) => ({ key: type, label: homeTypeLabels[type], children: <HomeValues type={type} /> })),
          { key: 'unit', label: '发文单位', children: <UnitNumbers /> },
        ]}
      />
    </>
  )
}
