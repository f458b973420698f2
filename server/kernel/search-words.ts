/** Words that jieba must not split, and words that say nothing in a search. One place for the whole product. */

/** Terms of enterprise policies; no term that is only two others side by side (a query for it should find texts that have both). A change needs the search columns written anew (`npm run seed -- --reindex`). */
export const policyTerms: readonly string[] = `
高新技术企业 专精特新 小巨人 创新型中小企业 科技型中小企业 科小 高企 单项冠军 隐形冠军 首台套 首批次 首版次 瞪羚企业 独角兽 雏鹰企业
技改 技术改造 稳岗 稳岗返还 扩岗补助 一次性扩岗 社保补贴 贷款贴息 贴息 设备更新 以旧换新 数字化转型 智能制造 智改数转 绿色工厂 绿色制造 零碳工厂 节能降耗 能耗双控 上云 工业互联网 未来工厂 数字化车间
小升规 规上企业 规上工业 规下 上规 升规 升规纳统 个转企 五上企业 限上企业 研发费用 研发投入 加计扣除 创新券 科技创新券 成果转化 技术合同 产学研 企业技术中心 工程研究中心 重点实验室 企业研究院 揭榜挂帅 专利资助 发明专利 实用新型 知识产权 质押融资
贯标 驰名商标 地理标志 政府质量奖 标准制定 浙江制造 品字标 人才补贴 高层次人才 引才 见习补贴 就业见习 职业培训 以工代训 社会保险 创业担保贷款 融资担保 政策性担保 应急转贷 过桥资金 股权投资 产业基金 挂牌上市 新三板 股改 北交所
外经贸 外贸 跨境电商 出口信用保险 境外展会 服务外包 稳外贸 招商引资 小微园 小微企业园 标准厂房 租金减免 用地保障 亩均论英雄 亩均效益 农业龙头企业 农产品加工 电子商务 电商 直播电商 冷链物流 现代物流 文旅 夜经济
小微企业 中小微企业 小型微利企业 个体工商户 民营企业 免申即享 即申即享 惠企 奖补 后补助 事后奖补 申报指南 申报条件 实施细则 营商环境 链主企业 产业链 新质生产力 未来产业 战略性新兴产业 数字经济 人工智能 大数据 算力券 数据要素 光伏 储能 新能源汽车 生物医药 集成电路 新材料
`
  .trim()
  .split(/\s+/)

export const stopWords: ReadonlySet<string> = new Set(
  `
的 了 和 与 及 或 在 是 为 对 对于 关于 有关 等 等等 以及 并 并且 把 被 给 向 从 由 于 其 该 此 这 那 这些 那些 之 所 而 也 都 就 还 但 如 如果 可 可以 能 将 按 按照 根据 依据 上 下 中 内 外 前 后
请问 什么 怎么 怎样 如何 哪些 哪里 多少 吗 呢 吧 啊 我 我们 你 你们 他 她 它 本 各 个 一个 若干 the a an of and or to in for on with is are
`
    .trim()
    .split(/\s+/),
)
