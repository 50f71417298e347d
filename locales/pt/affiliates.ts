import type { OnDemandMessages } from '../compose.ts'

/** Suspending, banning and reactivating affiliates and partners. */
export const suspension: OnDemandMessages['suspension'] = {
  title: 'Suspensão',
  suspend: 'Suspender agora',
  resume: 'Reativar',
  suspendTitle: 'Suspender %{name} agora?',
  suspendText: 'Vale no mesmo segundo e pode ser desfeito. Nada é apagado.',
  resumeTitle: 'Reativar %{name}?',
  resumeText:
    'Os links voltam a contar a partir de agora. O que aconteceu durante a suspensão não conta. Se há dinheiro retido, outra pessoa precisa reativar.',
  reason: 'Motivo',
  wasSuspended: '%{name}: suspenso',
  wasResumed: '%{name}: ativo de novo',
  since: 'Suspenso desde %{at} por %{name}: %{reason}',
  past: 'Suspenso de %{from} a %{until} (%{reason}); reativado por %{name}: %{ended}',
  ban: 'Banir',
  banTitle: 'Banir %{name} para sempre?',
  banText:
    'Vale no mesmo segundo. Só outra pessoa pode desfazer. E-mails, documentos e chaves Pix são recusados em candidaturas e novos cadastros.',
  alsoBan: 'Banir para sempre: recusar e-mail, documento e chave Pix em candidaturas e novos cadastros',
  wasBanned: '%{name}: banido',
  bannedSince: 'Banido desde %{at} por %{name}: %{reason}',
  suspendMany: 'Suspender %{smart_count} registro agora? |||| Suspender %{smart_count} registros agora?',
  resumeMany: 'Reativar %{smart_count} registro? |||| Reativar %{smart_count} registros?',
  suspendDone: '%{smart_count} suspenso |||| %{smart_count} suspensos',
  resumeDone: '%{smart_count} reativado |||| %{smart_count} reativados',
  linksStop: 'O link para de contar |||| Os %{smart_count} links param de contar',
  effects: {
    payments: 'Nada mais é pago',
    access: 'Ninguém dele entra',
    links: 'Os links param de contar',
    earned: 'O que já foi ganho fica',
  },
  effectsMore: {
    payments: 'O que está pendente fica retido.',
    access: 'As sessões terminam; as chaves de acesso deixam de valer.',
    links: 'O visitante chega ao site da marca, sem o afiliado. Cliques e jogadores não contam.',
    earned: 'Nada é apagado.',
  },
}

/** Ids of a record in other systems. */
export const externalIds: OnDemandMessages['externalIds'] = {
  title: 'IDs em outros sistemas',
  lead: 'Como este cadastro se chama no sistema anterior. A busca e as listas encontram por eles.',
  add: 'Adicionar ID',
  change: 'Alterar',
  source: 'Sistema',
  value: 'ID',
  empty: 'Deixe vazio para remover.',
}

/** Opening the portal as an affiliate sees it. */
export const viewPortal: OnDemandMessages['viewPortal'] = {
  title: 'Portal do afiliado',
  lead: 'Abra o portal como este afiliado o vê, por 30 minutos e só para leitura. O histórico registra quem abriu.',
  open: 'Ver o portal',
}

/** The panel of an announcement. */
export const announcement: OnDemandMessages['announcement'] = {
  title: 'Envio',
  seen: 'Como o afiliado vê no portal',
  goesTo: 'Vai para %{smart_count} afiliado. |||| Vai para %{smart_count} afiliados.',
  sentTo: 'Foi para %{smart_count} afiliado. |||| Foi para %{smart_count} afiliados.',
}
