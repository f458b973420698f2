import { isIP, isIPv4 } from 'node:net'
import { z } from 'zod'
import { trimmedArea } from '../../contract/place.ts'
import { isInner } from './http/outbound.ts'

const flag = z.enum(['0', '1', 'true', 'false', '']).transform((v) => v === '1' || v === 'true')
const origin = z.url({ protocol: /^https?$/, error: '应为 http(s):// 开头的完整地址' }).transform((u) => u.replace(/\/{1,9}$/, ''))
const secret = z
  .string()
  .min(32, '至少 32 个字符')
  .refine((s) => new Set(s).size >= 8, '过于简单，请使用随机字符串')

const commaList = z
  .string()
  .default('')
  .transform((s) =>
    s
      .split(',')
      .map((x) => x.trim())
      .filter(Boolean),
  )
const schema = z
  .object({
    DEMO: flag.default(false),
    /** who logs in with a second factor (A-08): nobody, the three administrators (default, not in demo mode), or all staff */
    MFA: z.enum(['off', 'admins', 'staff'], { error: '应为 off、admins 或 staff' }).optional(),
    /** whether /mcp answers assistants; on by default in demo mode */
    MCP: flag.optional(),
    HOST: z.string().min(1).default('127.0.0.1'),
    PORT: z.coerce.number({ error: '应为端口号' }).int().min(0).max(65535).default(3000),
    ADMIN_PORT: z.coerce.number({ error: '应为端口号' }).int().min(-1).max(65535).default(-1),
    PUBLIC_URL: origin.optional(),
    DATA_DIR: z.string().min(1).default('data'),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, '应以 postgres:// 开头')
      .optional(),
    /** the owner of the tables, who migrates and releases months of the audit log; DATABASE_URL is then a role without these rights */
    MIGRATE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, '应以 postgres:// 开头')
      .optional(),
    DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
    TRUST_PROXY: commaList,
    /** origins, besides our own, that may embed the pages of /zzd in a frame, joined with commas (O-04) */
    EMBEDDERS: commaList.pipe(
      z.array(z.url({ protocol: /^https$/, error: '应为 https:// 开头的地址' }).transform((u) => new URL(u).origin)),
    ),
    S3_ENDPOINT: origin.optional(),
    S3_BUCKET: z.string().min(3).optional(),
    S3_REGION: z.string().default('us-east-1'),
    S3_ACCESS_KEY: z.string().min(1).optional(),
    S3_SECRET_KEY: z.string().min(1).optional(),
    /** key material of field encryption, audit chain and signed links; demo mode creates its own and keeps it in DATA_DIR */
    SECRET_KEY: secret.optional(),
    /** earlier keys, newest first, joined with commas; needed until `npm run doctor` says that nothing uses them */
    SECRET_KEY_PREVIOUS: commaList.pipe(z.array(secret)),
    /** clamd, host:port; without it files are kept and marked as not scanned */
    SCANNER: z
      .string()
      .regex(/^[^:\s]+:\d{1,5}$/, '应为 主机:端口')
      .optional(),
    /** text message gateway: receives POST {phone, text} with Idempotency-Key; without it none are sent (demo mode: DATA_DIR/sms.jsonl) */
    SMS_GATEWAY: z.url({ protocol: /^https?$/, error: '应为 http(s):// 开头的完整地址' }).optional(),
    SMS_TOKEN: z.string().min(1).optional(),
    /** 阿里云短信, for mass messages; its signature and key */
    ALIYUN_SMS_ENDPOINT: origin.default('https://dysmsapi.aliyuncs.com'),
    ALIYUN_SMS_KEY_ID: z.string().min(1).optional(),
    ALIYUN_SMS_KEY_SECRET: z.string().min(1).optional(),
    /** 腾讯云短信, for mass messages; its signature and key */
    TENCENT_SMS_ENDPOINT: origin.default('https://sms.tencentcloudapi.com'),
    TENCENT_SMS_SECRET_ID: z.string().min(1).optional(),
    TENCENT_SMS_SECRET_KEY: z.string().min(1).optional(),
    TENCENT_SMS_APP: z.string().min(1).optional(),
    /** the signature as the providers have approved it */
    SMS_SIGN: z.string().max(20).default(''),
    /** the shares of the providers in mass messages: `aliyun=70,tencent=30` */
    SMS_WEIGHTS: z
      .string()
      .regex(/^((aliyun|tencent|gateway)=\d{1,4}(,(aliyun|tencent|gateway)=\d{1,4}){0,2})?$/, '应为 服务商=权重，以逗号分隔')
      .default('')
      .transform((s): Record<string, number> => {
        const shares = s === '' ? [] : s.split(',').map((one) => one.split('='))
        return Object.fromEntries(shares.map(([name, share]) => [name!, Number(share)]))
      }),
    /** last part of the address to which the providers push results, /sms/receipt/aliyun/…; without it they are only asked (ADR 0875) */
    SMS_RECEIPT_SECRET: secret.regex(/^[\w-]+$/, '只能用字母、数字、_ 和 -，因为它是地址的一部分').optional(),
    /** limit of text messages a month, besides the daily limit */
    SMS_MONTHLY: z.coerce.number({ error: '应为条数' }).int().min(1).max(100_000_000).default(100_000),
    /** price of one message part, in 分; the trial before a mass message uses it */
    SMS_PRICE: z.coerce.number({ error: '应为分' }).int().min(0).max(100).default(5),
    /** shared with the telephone system, which signs its events with it; without it these events are refused (ADR 0501) */
    CALL_GATEWAY_SECRET: secret.optional(),
    /** days for which call recordings are kept */
    CALL_RECORDING_DAYS: z.coerce.number({ error: '应为天数' }).int().min(1).max(3650).default(180),
    /** days for which audit rows stay in the database; after them an exported month may be released */
    AUDIT_KEEP_DAYS: z.coerce.number({ error: '应为天数' }).int().min(184).max(3650).default(184),
    /** alarms: receives POST {msgtype: text, text: {content}}, the format of the group robots of DingTalk and WeCom (B-02) */
    ALARM_WEBHOOK: z.url({ protocol: /^https?$/, error: '应为 http(s):// 开头的完整地址' }).optional(),
    /** called with GET every 30 s while the site is monitored; the service behind it raises an alarm when the calls stop (B-02) */
    ALARM_HEARTBEAT: z.url({ protocol: /^https?$/, error: '应为 http(s):// 开头的完整地址' }).optional(),
    /** limit of text messages a day; beyond it none are sent until the next day, so that a flood cannot cause unlimited cost (M-01) */
    SMS_DAILY: z.coerce.number({ error: '应为条数' }).int().min(1).max(10_000_000).default(5000),
    /** data rows that one imported sheet may hold, by kind: `default=10000,company=100000` (U-05) */
    IMPORT_ROWS: z
      .string()
      .regex(/^[\w.-]+=\d{1,6}(,[\w.-]+=\d{1,6})*$/, '应为 类型=行数，以逗号分隔')
      .default('company=100000')
      .transform((s): Record<string, number> => ({
        default: 10_000,
        company: 100_000,
        policy: 1000,
        smsPerson: 100_000,
        ...Object.fromEntries(s.split(',').map((one) => [one.split('=')[0]!, Number(one.split('=')[1])])),
      })),
    OIDC_ISSUER: origin.optional(),
    OIDC_CLIENT_ID: z.string().optional(),
    OIDC_CLIENT_SECRET: z.string().optional(),
    /** 浙政钉: its gateway, and the key of our app in it */
    ZZD_URL: origin.optional(),
    ZZD_APP_KEY: z.string().min(1).optional(),
    ZZD_APP_SECRET: z.string().min(1).optional(),
    /** other platforms that pass companies and individuals on to ours with a ticket (ADR 0470) */
    ZML_URL: origin.optional(),
    ZML_APP: z.string().min(1).optional(),
    ZML_SECRET: z.string().min(16, '至少 16 个字符').optional(),
    SZJJ_URL: origin.optional(),
    SZJJ_APP: z.string().min(1).optional(),
    SZJJ_SECRET: z.string().min(16, '至少 16 个字符').optional(),
    UNIFIED_LOGOUT_URL: origin.optional(),
    CITY_PLATFORM_URL: origin.optional(),
    PROTOCOL_CHECK: flag.default(true),
    /** policies are published only after a colleague's review (ADR 0042) */
    POLICY_REVIEW: flag.default(true),
    /** more rights for anybody need a second security officer (ADR 0976) */
    RIGHTS_REVIEW: flag.default(false),
    /** whether the link check of policies may call outside addresses (HEAD); without it only their form is checked */
    LINK_CHECK: flag.default(false),
    /** milliseconds between "not ready" and the end of listening when the process is asked to stop */
    STOP_DELAY: z.coerce.number({ error: '应为毫秒数' }).int().min(0).max(8000).default(500),
    /** 12345 is the service line of every county */
    SERVICE_PHONE: z.string().max(40).default('12345'),
    SITE_NAME: z.string().min(1).max(40).default('企业综合服务平台'),
    /** empty by default, so that a site without this setting does not name a wrong owner */
    SITE_OWNER: z.string().max(80).default(''),
    /** GeoJSON of the county's streets, rivers and roads, CGCS2000; demo mode has a fictitious one (ADR 0623) */
    MAP_FILE: z.string().min(1).optional(),
    /** Chinese font of PDF files (ttf, otf, ttc); without it the font of the system is used (ADR 0760) */
    PDF_FONT: z.string().min(1).optional(),
    /** tiles of a background map, with {z}, {x} and {y}; only this server requests them (ADR 0781) */
    MAP_TILES: z
      .url({ protocol: /^https?$/, error: '应为含 {z}、{x}、{y} 的地址' })
      .refine((url) => ['{z}', '{x}', '{y}'].every((part) => url.includes(part)), '应为含 {z}、{x}、{y} 的地址')
      .optional(),
    /** allowed hosts of live sessions, joined with commas; without it any https address */
    MEDIA_HOSTS: commaList,
    /** an item of the market that its owner has not confirmed for so many days counts as unconfirmed and is no longer public (ADR 0621) */
    MARKET_FRESH_DAYS: z.coerce.number({ error: '应为天数' }).int().min(6).max(365).default(30),
    MARKET_HIDE_DAYS: z.coerce.number({ error: '应为天数' }).int().min(7).max(730).default(45),
    /** region tree of the city, JSON [{code,name,children}]: city, counties, streets; demo mode has a fictitious one (ADR 0049) */
    REGION_FILE: z.string().min(1).optional(),
    /** code of the county (or city) that runs the site; a company without a known place is assumed to be there (ADR 0220) */
    SITE_AREA: z
      .string()
      .regex(/^\d{6}$/, '应为 6 位行政区划代码')
      .optional(),
    /** policies of other places are listed too, marked 外地参考; they never count in matching results */
    OUTSIDE_POLICIES: flag.default(true),
    SITE_ICP: z.string().max(80).default(''),
    /** 网站标识码, ten letters and digits, and 公安备案号: the footer of a government site shows both */
    SITE_CODE: z
      .string()
      .regex(/^([A-Za-z0-9]{10})?$/, '应为 10 位字母或数字')
      .default(''),
    SITE_POLICE: z.string().max(80).default(''),
    DEMO_CAPTCHA: z
      .string()
      .regex(/^[0-9A-Za-z]{4}$/, '应为 4 位字母或数字')
      .optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  })
  .superRefine((c, ctx) => {
    const fault = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message })
    if (c.DEMO_CAPTCHA && !c.DEMO) fault('DEMO_CAPTCHA', '只能在演示模式（DEMO=1）下使用')
    if (c.DEMO_CAPTCHA && !isLoopback(c.HOST)) fault('DEMO_CAPTCHA', '只能在 HOST 为本机回环地址时使用')
    if (c.DEMO && c.PUBLIC_URL && isPublicHost(new URL(c.PUBLIC_URL).hostname))
      fault('PUBLIC_URL', '演示模式的账号与密码是公开的，不能以互联网地址对外提供。正式使用请设 DEMO=0；只在本机或内网试用请改用内网地址')
    if (!c.DEMO && !c.SECRET_KEY) fault('SECRET_KEY', '正式环境必须设置（至少 32 个随机字符）')
    if (!c.DEMO && !c.PUBLIC_URL) fault('PUBLIC_URL', '正式环境必须设置对外访问地址')
    if (c.MIGRATE_URL && databaseOf(c.MIGRATE_URL) !== databaseOf(c.DATABASE_URL)) fault('MIGRATE_URL', '须与 DATABASE_URL 是同一个数据库')
    if (c.S3_ENDPOINT && !(c.S3_BUCKET && c.S3_ACCESS_KEY && c.S3_SECRET_KEY))
      fault('S3_ENDPOINT', '使用 S3 时须同时设置 S3_BUCKET、S3_ACCESS_KEY、S3_SECRET_KEY')
    if (c.ALIYUN_SMS_KEY_ID && !(c.ALIYUN_SMS_KEY_SECRET && c.SMS_SIGN))
      fault('ALIYUN_SMS_KEY_ID', '使用阿里云短信时须同时设置 ALIYUN_SMS_KEY_SECRET、SMS_SIGN')
    if (c.TENCENT_SMS_SECRET_ID && !(c.TENCENT_SMS_SECRET_KEY && c.TENCENT_SMS_APP && c.SMS_SIGN))
      fault('TENCENT_SMS_SECRET_ID', '使用腾讯云短信时须同时设置 TENCENT_SMS_SECRET_KEY、TENCENT_SMS_APP、SMS_SIGN')
    if (c.ZZD_URL && !(c.ZZD_APP_KEY && c.ZZD_APP_SECRET)) fault('ZZD_URL', '使用浙政钉登录时须同时设置 ZZD_APP_KEY、ZZD_APP_SECRET')
    if (c.ZML_URL && !(c.ZML_APP && c.ZML_SECRET)) fault('ZML_URL', '使用兄弟平台登录时须同时设置 ZML_APP、ZML_SECRET')
    if (c.SZJJ_URL && !(c.SZJJ_APP && c.SZJJ_SECRET)) fault('SZJJ_URL', '使用省级平台登录时须同时设置 SZJJ_APP、SZJJ_SECRET')
    if (c.OIDC_ISSUER && !(c.OIDC_CLIENT_ID && c.OIDC_CLIENT_SECRET))
      fault('OIDC_ISSUER', '使用统一登录时须同时设置 OIDC_CLIENT_ID、OIDC_CLIENT_SECRET')
  })

/** A drill with the owner of another database would migrate the wrong one. */
const databaseOf = (url = ''): string | undefined => (URL.canParse(url) ? new URL(url).pathname : undefined)

/** The names of all settings; the README describes each. */
export const configNames: readonly string[] = Object.keys(schema.shape)
export type Config = z.output<typeof schema>
/** Code of the county that runs the site, without trailing zeros; the demo uses a fictitious county. */
export const siteArea = ({ SITE_AREA, DEMO }: Pick<Config, 'SITE_AREA' | 'DEMO'>): string | undefined =>
  SITE_AREA ? trimmedArea(SITE_AREA) : DEMO ? '339999' : undefined

/** Host names that public DNS never resolves (RFC 2606, 6761, 6762, 8375, 9476; ICANN: home, corp, mail; common in internal networks). */
const INNER_NAMES = /\.(localhost|localdomain|local|internal|intranet|private|lan|home|corp|mail|home\.arpa|test|example|invalid|alt)$/

/** Whether a host, as URL writes it, may lie on the internet. A name without a dot belongs to the internal network. */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, '')
  if (isIP(host)) return !isInner(host)
  return host.includes('.') && !INNER_NAMES.test(host)
}

export const isLoopback = (host: string) => host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))

export class ConfigError extends Error {
  readonly faults: string[]
  constructor(faults: string[]) {
    super(`配置有误：\n${faults.map((f) => `  · ${f}`).join('\n')}`)
    this.faults = faults
  }
}

/** The fictitious county of the demo. */
const DEMO_COUNTY = { SITE_OWNER: '云溪县经济和信息化局（示例）', SERVICE_PHONE: '0570-12345' }

/** Reads the configuration from environment variables. Throws a ConfigError that names all wrong values, in Chinese. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(
    Object.keys(schema.shape)
      .map((k) => [k, env[k]])
      .filter(([, v]) => v !== undefined && v !== ''),
  )
  const isDemo = schema.shape.DEMO.safeParse(given.DEMO).data
  const parsed = schema.safeParse({ ...(isDemo ? DEMO_COUNTY : {}), ...given })
  if (parsed.success) return parsed.data
  throw new ConfigError(parsed.error.issues.map((i) => `${i.path.join('.')}：${i.message}`))
}
