import { useSearchParams } from 'react-router'
import { serviceKinds, type ServiceKind } from '../../contract/content/service-words.ts'
import { Tabs } from '../kit/tabs.tsx'
import { lazyPart, onItsWay } from '../shell/lazy-part.tsx'
import { ServiceTable } from './service-table.tsx'

const ProductTable = lazyPart(() => import('./product-table.tsx').then((m) => m.ProductTable), onItsWay)

/** 服务内容管理: legal and quality services, and finance products. */
export default function ServiceManage() {
  const [params, setParams] = useSearchParams()
  const asked = params.get('tab')
  const tab = asked === 'quality' || asked === 'finance' ? asked : 'law'
  return (
    <Tabs
      besideName
      activeKey={tab}
      onChange={(key) => setParams(key === 'law' ? {} : { tab: key })}
      destroyOnHidden
      items={[
        ...(Object.keys(serviceKinds) as ServiceKind[]).map((kind) => ({
          key: kind,
          label: serviceKinds[kind],
          children: <ServiceTable kind={kind} />,
        })),
        { key: 'finance', label: '金融产品', children: <ProductTable /> },
      ]}
    />
  )
}
