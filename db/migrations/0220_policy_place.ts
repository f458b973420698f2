import { sql, type Kysely } from 'kysely'

/** Places of the shipped samples by their code; policies of the installation itself apply everywhere until an editor sets their place. */
const places: Readonly<Record<string, readonly [string, string]>> = {
  'gd-tech-equip': ['44', '广东省'],
  'gd-tech-interest': ['44', '广东省'],
  'gd-tech-lease': ['44', '广东省'],
  'zj-first-set': ['33', '浙江省'],
  'zhenhai-equip-2024': ['330211', '浙江省宁波市镇海区'],
  'zhenhai-clean-2024': ['330211', '浙江省宁波市镇海区'],
  'zhenhai-digital-2024': ['330211', '浙江省宁波市镇海区'],
  'xinchang-info': ['330624', '浙江省绍兴市新昌县'],
  'xinchang-cloud': ['330624', '浙江省绍兴市新昌县'],
  'deqing-software': ['330521', '浙江省湖州市德清县'],
  'deqing-smart': ['330521', '浙江省湖州市德清县'],
  'shengzhou-smart': ['330683', '浙江省绍兴市嵊州市'],
  'huzhou-tech': ['3305', '浙江省湖州市'],
  'xian-scale': ['6101', '陕西省西安市'],
  'yanan-fiveup': ['6106', '陕西省延安市'],
  'dangshan-rd': ['341321', '安徽省宿州市砀山县'],
  'hechuan-rd': ['500117', '重庆市合川区'],
  'huaibin-hnte': ['411527', '河南省信阳市淮滨县'],
  'huaibei-green': ['3406', '安徽省淮北市'],
  'longwan-first-set': ['330303', '浙江省温州市龙湾区'],
  'longwan-voucher': ['330303', '浙江省温州市龙湾区'],
  'sz-exhibition': ['4403', '广东省深圳市'],
  'hlj-exhibition': ['23', '黑龙江省'],
  'pan-an-standard': ['330727', '浙江省金华市磐安县'],
  'demo-export-credit': ['339999', '云溪县（示例）'],
  'demo-talent': ['339999', '云溪县（示例）'],
  'demo-patent-standard': ['339999', '云溪县（示例）'],
  'demo-micro-interest': ['339999', '云溪县（示例）'],
  'demo-scale-up': ['339999', '云溪县（示例）'],
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table policy add column area_code text check (area_code ~ '^[0-9]{2,12}$'), add column area_name text`.execute(db)
  for (const [code, [area, name]] of Object.entries(places))
    await sql`update policy set area_code = ${area}, area_name = ${name} where code = ${code} and origin <> 'own'`.execute(db)
  // Stored results counted policies of every place, so they are computed again.
  await sql`delete from match_rule_state`.execute(db)
}
