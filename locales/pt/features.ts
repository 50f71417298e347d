import type { FeatureMessages } from '../en/features.ts'

export const features: FeatureMessages = {
  lead: 'Desligado: sem menu, aba, campo, tarefa ou aviso para as pessoas da empresa. Os dados ficam e voltam ao ligar.',
  company: 'Empresa',
  everything: 'Tudo está ligado.',
  allOn: 'Ligar tudo',
  staysOn: 'Fica ligado por enquanto. %{reason}.',
  changed: 'Salvo. O menu muda quando a página é recarregada.',
  portalOff: 'O portal está desligado.',
  portalOffText: 'Sua empresa parceira desligou o portal. Fale com quem cuida da sua conta.',
  signOut: 'Sair',
  titles: {
    affiliates: 'Afiliados',
    promotion: 'Divulgação',
    money: 'Dinheiro',
    control: 'Acompanhamento',
    connections: 'Integrações',
  },
  texts: {
    portal:
      'Afiliados entram com login próprio e veem links, ganhos e pagamentos.\nDesligado, ninguém deles entra; os relatórios por chave de acesso continuam.',
    applications:
      'Um formulário público em que afiliados se candidatam, com aprovação pela equipe.\nDesligado, o formulário some e as candidaturas recebidas ficam guardadas.',
    sites:
      'Afiliados declaram onde divulgam e a equipe aprova cada site.\nDesligado, as decisões já tomadas continuam guardadas.',
    announcements:
      'Mensagens a todos ou a alguns afiliados, por e-mail e no portal, em três idiomas.\nDesligado, nada é enviado nem exibido.',
    tags: 'Palavras da sua equipe para agrupar afiliados em listas e relatórios.\nDesligado, as etiquetas somem dos formulários e filtros.',
    agreements:
      'Os termos que o afiliado aceita, versão por versão, com prova do aceite.\nSó desliga enquanto nenhum termo foi publicado.',
    media:
      'Banners e textos prontos, com aprovação, para os afiliados divulgarem.\nDesligado, as peças já publicadas continuam no ar.',
    promoCodes:
      'Cupons que atribuem jogadores a um afiliado sem clique.\nDesligado, os cupons existentes continuam valendo.',
    linkDomains:
      'Domínios próprios para os quais os links podem levar, além do site da marca.\nDesligado, os já permitidos continuam permitidos.',
    reconciliation:
      'Lê o extrato do banco e marca o que foi pago ou voltou.\nDesligado, pagamentos são marcados um a um.',
    invoices:
      'Afiliados enviam notas fiscais, e o pagamento espera por elas ou você as emite.\nSó desliga quando nenhuma nota é exigida.',
    withholding:
      'Retém INSS, IRRF e ISS pelas tabelas do seu contador, com relatório.\nSó desliga enquanto nenhuma tabela foi carregada.',
    periods:
      'Fecha, confere e trava meses: depois disso nada muda neles.\nDesligado, meses travados continuam travados.',
    corrections:
      'Muda uma regra ou o link de jogadores desde um dia passado, com segunda pessoa.\nDesligado, tudo muda só de hoje em diante.',
    statements:
      'Extrato por afiliado e parceiro, com prova de que nada foi alterado.\nDesligado, lançamentos e pagamentos continuam nas listas.',
    ledger: 'Balancete e arquivo contábil por conta e mês.\nDesligado, os lançamentos continuam sendo registrados.',
    risk: 'Aponta sinais de fraude e pode reter pagamentos até uma decisão.\nDesligado, nada novo é procurado.',
    moreReports: 'Coortes, resumo de afiliados, movimento e sub IDs.\nOs relatórios principais ficam sempre ligados.',
    digests:
      'Um e-mail diário ou semanal com primeiros depósitos, mudanças e pagamentos.\nDesligado, nada é enviado; as escolhas ficam guardadas.',
    liveSheets:
      'Um endereço que o Google Sheets e o Excel leem, sempre atual.\nDesligado, os endereços deixam de responder.',
    webhooks:
      'Avisa outros sistemas de registros, depósitos e pagamentos; afiliados recebem postbacks.\nDesligado, nada é avisado, nem depois.',
    assistants:
      'Programas como assistentes de IA consultam relatórios com as suas permissões, só leitura.\nDesligado, nenhum programa entra.',
    moving: 'Traz afiliados, saldos e pagamentos de outro sistema.\nDesligue quando a mudança terminar.',
  },
}
