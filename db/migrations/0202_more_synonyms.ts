import { sql, type Kysely } from 'kysely'

/** Groups that the product contains since this version; an installation with its own groups gets those whose words it does not have yet. */
const groups = `
饭店 餐馆 餐饮 酒楼 餐厅 小吃店 饭馆
民宿 酒店 宾馆 旅馆 住宿 客栈
装修 翻新 提质 重新装修
托班 托育 托儿 幼托 托幼
食堂 职工食堂 员工食堂 员工餐
宿舍 职工宿舍 员工宿舍 公寓 租房
技师 技师证 高级工 技能等级 技能证书 职业技能
培训 职工培训 员工培训 技能提升 职业培训
运费 运输 物流 货运 快递 配送
仓库 仓储 冷库 库房
写字楼 楼宇 商务楼 办公楼 楼宇经济
产值 营业收入 营收 销售额 销售收入 主营业务收入
超市 商场 批发 零售 批零 商贸 门店 卖场
种植 养殖 种粮 农业 农户 农民 农产品 合作社
残疾人 脱贫户 脱贫人口 退役军人 重点群体 就业困难人员
企业技术中心 技术中心 研发机构 研发中心 企业研究院
零件 零部件 配件 配套 协作 上下游 产业链 供应链
老字号 老企业 老厂 长期经营
刻章 公章 开办 注册公司 开业 新办企业 新办
增信 担保费 保函 反担保
诊断 管理咨询 管理提升 精益管理
直播 网店 网上卖货 电商 电子商务
投资 再投资 增资 扩产 扩建 扩大生产
品牌 名牌 质量 质量奖
团队 创业团队 科研团队
`
  .trim()
  .split('\n')
  .map((line) => line.split(' '))

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const words of groups)
    await sql`insert into search_synonym (words) select ${words}::text[]
      where exists (select 1 from search_synonym) and not exists (select 1 from search_synonym where words && ${words}::text[])`.execute(db)
}
