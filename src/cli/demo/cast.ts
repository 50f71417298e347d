import { profiles } from '#resources/roles.ts'

/*
 * Who and what the demo is about. Names are invented; addresses end in `.example`, which belongs to nobody.
 */

export const demoBrands = [
  {
    name: 'Aposta Aurora',
    slug: 'aposta-aurora',
    site: 'https://aposta-aurora.example',
    currency: 'BRL',
    minimumPayout: 50,
  },
  { name: 'Loto Lume', slug: 'loto-lume', site: 'https://loto-lume.example', currency: 'BRL', minimumPayout: 30 },
]

export const demoSubBrands = [
  {
    name: 'Aurora Sul',
    slug: 'aurora-sul',
    site: 'https://sul.aposta-aurora.example',
    brand: 'Aposta Aurora',
    partner: 'Sul Mídia',
  },
  {
    name: 'Lume Nordeste',
    slug: 'lume-nordeste',
    site: 'https://nordeste.loto-lume.example',
    brand: 'Loto Lume',
    partner: 'Horizonte Norte',
  },
]

export const demoRewards = [
  {
    name: 'Apostas 30% do NGR',
    productType: 'bets',
    subType: 'ngr',
    calculation: 'fixed',
    percentage: 30,
    adminFee: 12.5,
  },
  {
    name: 'Apostas escalonado',
    productType: 'bets',
    subType: 'ngr',
    calculation: 'dynamic',
    tierMode: 'marginal',
    adminFee: 12.5,
    tiers: [
      { from: 0, percentage: 25 },
      { from: 2500, percentage: 30 },
      { from: 10_000, percentage: 35 },
    ],
  },
  {
    name: 'Jogos 35% do GGR',
    productType: 'games',
    subType: 'ggr',
    calculation: 'fixed',
    percentage: 35,
    adminFee: 10,
  },
  {
    name: 'Jogos escalonado',
    productType: 'games',
    subType: 'ngr',
    calculation: 'dynamic',
    tierMode: 'whole',
    adminFee: 10,
    tiers: [
      { from: 0, percentage: 25 },
      { from: 3000, percentage: 30 },
    ],
    triggerCondition: 'turnover',
    triggerOperation: 'sum',
    triggerComparison: '>= 500',
  },
  {
    name: 'Loteria 6% das vendas',
    productType: 'lotto',
    subType: 'turnover',
    calculation: 'fixed',
    percentage: 6,
    adminFee: 5,
  },
  {
    name: 'CPA primeiro depósito',
    productType: 'cpa',
    subType: 'player',
    calculation: 'fixed',
    value: 40,
    triggerCondition: 'first_deposit',
    triggerOperation: 'sum',
    triggerComparison: '>= 50',
  },
  {
    name: 'CPA por volume',
    productType: 'cpa',
    subType: 'player',
    calculation: 'dynamic',
    tierMode: 'whole',
    tiers: [
      { from: 1, value: 30 },
      { from: 11, value: 45 },
    ],
    triggerCondition: 'deposit',
    triggerOperation: 'sum',
    triggerComparison: '>= 100',
  },
]

export const demoProfiles = [
  {
    name: 'Padrão',
    carryOver: 'none',
    rewards: ['Apostas 30% do NGR', 'Jogos 35% do GGR', 'Loteria 6% das vendas', 'CPA primeiro depósito'],
  },
  {
    name: 'Premium',
    carryOver: 'full',
    rewards: ['Apostas escalonado', 'Jogos escalonado', 'Loteria 6% das vendas', 'CPA por volume'],
  },
]

export const demoPartners = [
  { name: 'Horizonte Norte', level: 1, parent: null, percentage: 10, abatement: 5 },
  { name: 'Sul Mídia', level: 1, parent: null, percentage: 12, abatement: 5 },
  { name: 'Carla Menezes', level: 2, parent: 'Horizonte Norte', percentage: 8, abatement: 0 },
  { name: 'Rafael Torres', level: 2, parent: 'Sul Mídia', percentage: 8, abatement: 0 },
  { name: 'Time Litoral', level: 3, parent: 'Carla Menezes', percentage: 5, abatement: 0 },
]

const [aurora, lume] = ['Aposta Aurora', 'Loto Lume']
const both = [aurora, lume]

/** `key`: what kind of PIX key is paid to; null where the owner is paid by hand. */
export const demoAffiliates: readonly {
  name: string
  alias: string
  profile: string
  partner: string | null
  brands: string[]
  key: 'cpf' | 'email' | 'phone' | null
}[] = [
  { name: 'Palpite na Rede', alias: 'palpite', profile: 'Premium', partner: 'Carla Menezes', brands: both, key: 'cpf' },
  {
    name: 'Canal do Gol',
    alias: 'canaldogol',
    profile: 'Premium',
    partner: 'Sul Mídia',
    brands: [aurora],
    key: 'email',
  },
  {
    name: 'Bruna Joga',
    alias: 'brunajoga',
    profile: 'Padrão',
    partner: 'Time Litoral',
    brands: [aurora],
    key: 'phone',
  },
  {
    name: 'Loterias de Hoje',
    alias: 'loteriashoje',
    profile: 'Padrão',
    partner: 'Horizonte Norte',
    brands: [lume],
    key: 'cpf',
  },
  { name: 'Resenha FC', alias: 'resenhafc', profile: 'Padrão', partner: 'Rafael Torres', brands: [aurora], key: null },
  {
    name: 'Dicas do Léo',
    alias: 'dicasdoleo',
    profile: 'Padrão',
    partner: 'Rafael Torres',
    brands: both,
    key: 'email',
  },
  {
    name: 'Sorte Diária',
    alias: 'sortediaria',
    profile: 'Padrão',
    partner: 'Time Litoral',
    brands: [lume],
    key: 'cpf',
  },
  { name: 'Portal Torcida', alias: 'torcida', profile: 'Premium', partner: null, brands: [aurora], key: 'cpf' },
  {
    name: 'Ana Streams',
    alias: 'anastreams',
    profile: 'Padrão',
    partner: 'Carla Menezes',
    brands: [aurora],
    key: null,
  },
  {
    name: 'Bolão da Firma',
    alias: 'bolao',
    profile: 'Padrão',
    partner: 'Horizonte Norte',
    brands: [lume],
    key: 'phone',
  },
  { name: 'Placar Ao Vivo', alias: 'placar', profile: 'Padrão', partner: 'Sul Mídia', brands: [aurora], key: 'cpf' },
  { name: 'Economia no Bolso', alias: 'economia', profile: 'Padrão', partner: null, brands: both, key: 'email' },
]

export const demoCampaigns = [
  { name: 'Brasileirão', brand: aurora, promoCode: 'GOL50' },
  { name: 'Boas-vindas', brand: aurora, promoCode: 'AURORA' },
  { name: 'Roletas e slots', brand: aurora, promoCode: 'GIRO' },
  { name: 'Mega da semana', brand: lume, promoCode: 'MEGA' },
  { name: 'Bolões', brand: lume, promoCode: null },
]

const mediums = ['youtube', 'instagram', 'telegram', 'site', 'tiktok']
const campaignsOf: Readonly<Record<string, readonly string[]>> = {
  [aurora]: ['Brasileirão', 'Boas-vindas', 'Roletas e slots'],
  [lume]: ['Mega da semana', 'Bolões'],
}

/** Two or three links an affiliate: each brand it works for, one campaign after the other. */
export const demoActions = demoAffiliates.flatMap(({ name, alias, brands }, index) => {
  const campaigns = brands.flatMap((brand) =>
    campaignsOf[brand]!.slice(0, brands.length > 1 ? 1 : 2).map(
      (_, offset) => campaignsOf[brand]![(index + offset) % campaignsOf[brand]!.length]!,
    ),
  )
  return campaigns.map((campaign, position) => {
    const medium = mediums[(index + position) % mediums.length]!
    return {
      name: `${name} · ${campaign}`,
      affiliate: name,
      campaign,
      utmMedium: medium,
      utmContent: `${alias} ${position + 1}`,
      domain: null,
    }
  })
})

export const demoStaff = [
  {
    name: 'Helena Prado',
    email: 'helena.prado@grupo-horizonte.example',
    profile: 'Manager',
    roles: profiles.Manager,
    language: 'pt',
  },
  {
    name: 'Diego Salles',
    email: 'diego.salles@grupo-horizonte.example',
    profile: 'Promoter',
    roles: profiles.Promoter,
    language: 'pt',
  },
]

/** Where players live: state, city, how many beside the others. */
export const demoPlaces: readonly (readonly [state: string, city: string, weight: number])[] = [
  ['SP', 'São Paulo', 20],
  ['SP', 'Campinas', 6],
  ['RJ', 'Rio de Janeiro', 12],
  ['MG', 'Belo Horizonte', 9],
  ['BA', 'Salvador', 7],
  ['RS', 'Porto Alegre', 6],
  ['PR', 'Curitiba', 6],
  ['PE', 'Recife', 5],
  ['CE', 'Fortaleza', 5],
  ['SC', 'Florianópolis', 4],
  ['GO', 'Goiânia', 4],
  ['DF', 'Brasília', 4],
  ['PA', 'Belém', 3],
  ['AM', 'Manaus', 3],
]
