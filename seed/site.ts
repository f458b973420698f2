import type { Kernel } from '../server/kernel/kernel.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

const about = `<h2>平台是做什么的</h2><p>企业综合服务平台由云溪县（示例）建设，把惠企政策、项目申报、诉求办理和供需对接放在一处，企业和个人登录一次即可办理。</p>
<h2>怎样使用</h2><p>不登录也可以查政策、测算能享受的支持；申报、提诉求和查看办理进度需要登录。</p>
<h2>谁来办理</h2><p>县企业综合服务中心受理，各部门按职责在承诺的期限内办理，进度和结果都在平台上看得到。</p>`

/** The site content of the demo county: 关于我们, four figures, four adverts. */
async function demo({ db, config, clock }: Kernel): Promise<void> {
  const at = clock.now()
  await db
    .insertInto('about_version')
    .values({
      content: about,
      contact_phone: config.SERVICE_PHONE,
      address: '云溪县行政服务中心一楼（示例）',
      opening_hours: '工作日 08:30-17:00',
      publish_at: at,
      created_by_name: '系统',
      created_at: at,
    })
    .execute()
  const figures = [
    ['companies', '规模以上企业', '326', '家'],
    ['highTech', '高新技术企业', '118', '家'],
    ['output', '规上工业产值', '412.6', '亿元'],
    ['parks', '产业园区', '5', '个'],
  ] as const
  await db
    .insertInto('basic_data')
    .values(
      figures.map(([code, name, value, unit], sort) => ({
        block: 'home' as const,
        code,
        name,
        value,
        unit,
        source: '县统计局（示例）',
        as_of: '2025-12-31',
        sort,
      })),
    )
    .execute()
  const slots = [
    ['政策计算器', '回答几个问题，看看能享受什么', '/page/policyserver/calculator'],
    ['免申即享公示', '符合条件的企业不用申报', '/page/policysearch'],
    ['有困难找平台', '诉求一个工作日内受理', '/page/appeal'],
    ['企业码核验', '扫一扫就能核对企业身份', '/page/companyCode'],
  ] as const
  await db
    .insertInto('advert')
    .values(slots.map(([title, text, url], sort) => ({ title, text, url, sort, state: 1 })))
    .execute()
}

export const siteSeed: Seed = { name: 'demo site content', demoOnly: true, run: (k) => seedOnce(k, 'demo site content', () => demo(k)) }
