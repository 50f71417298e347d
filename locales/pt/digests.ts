import type { OnDemandMessages } from '../compose.ts'

/** The digest by e-mail, and the setting for it. */
export const digests: OnDemandMessages['digests'] = {
  title: 'Resumo por e-mail',
  text: 'Novos primeiros depósitos, números passados que mudaram e por quê, faixas, pagamentos e jogadores prestes a sair, cada um com um link. Sem novidades, nada é enviado.',
  repeats: 'Frequência',
  never: 'Nunca',
  daily: 'Todo dia',
  weekly: 'Toda segunda-feira',
  saved: 'Resumo: %{choice}',
  notSending: 'Este servidor não envia e-mails.',
  subject: 'Resumo: %{smart_count} item |||| Resumo: %{smart_count} itens',
  lead: 'O que aconteceu de %{from} a %{to}:',
  leadDay: 'O que aconteceu em %{day}:',
  change: 'Você pode alterar ou desativar este e-mail em Minha conta.',
  stop: 'Para não receber mais estes e-mails:',
  stopTitle: 'Resumo por e-mail',
  stopNow: 'Parar de receber estes e-mails',
  stopped: 'Você não recebe mais resumos. Pode ativá-los de novo em Minha conta.',
  lines: {
    firstDeposits:
      '%{smart_count} novo primeiro depósito; NGR %{ngr} |||| %{smart_count} novos primeiros depósitos; NGR %{ngr}',
    changed:
      'Números passados mudaram (%{cause}, %{smart_count} dia): %{values} |||| Números passados mudaram (%{cause}, %{smart_count} dias): %{values}',
    tier: 'Faixa atingida em %{product}: de %{before}% para %{after}%',
    tierNear: '%{product}: faltam %{missing} para a faixa a partir de %{from} (%{rate})',
    tierOnPace:
      '%{product}: faltam %{missing} para a faixa a partir de %{from} (%{rate}); no ritmo atual, você chega a ela neste mês',
    paymentsSent: '%{smart_count} pagamento enviado: %{values} |||| %{smart_count} pagamentos enviados: %{values}',
    held: 'Os pagamentos de %{smart_count} afiliado estão retidos |||| Os pagamentos de %{smart_count} afiliados estão retidos',
    heldOwn: 'Seus pagamentos estão retidos',
    endingOwn: 'Seu contrato termina em %{day}',
    ending:
      '%{smart_count} contrato de afiliado termina em %{day} |||| %{smart_count} contratos de afiliados terminam em %{day}',
    leaving:
      '%{smart_count} jogador sai do acordo em até 30 dias sem depósito ou aposta |||| %{smart_count} jogadores saem do acordo em até 30 dias sem depósito ou aposta',
  },
  figures: { ngr: 'NGR %{values}', commission: 'comissão %{values}' },
  sources: {
    day: 'dia %{from}',
    days: 'dias %{from} a %{to}',
    file: 'arquivo “%{file}”, linhas %{first} a %{last}, recebido em %{at} UTC; %{days}',
    fileBy: 'arquivo “%{file}” (%{by}), linhas %{first} a %{last}, recebido em %{at} UTC; %{days}',
    received: 'eventos recebidos em %{at} UTC; %{days}',
    players: 'eventos de %{smart_count} jogador; %{days} |||| eventos de %{smart_count} jogadores; %{days}',
    rule: 'regra “%{name}”, alterada a partir de %{from}',
    ruleBy: 'regra “%{name}”, alterada por %{by} a partir de %{from}',
    ruleAlways: 'regra “%{name}”, alterada desde o início',
    ruleAlwaysBy: 'regra “%{name}”, alterada por %{by} desde o início',
    correction: 'correção nº %{number}, a partir de %{from}',
    correctionOf: 'correção nº %{number} de “%{name}”, a partir de %{from}',
    correctionBy:
      'correção nº %{number} de “%{name}”, a partir de %{from}; pedida por %{by}, aprovada por %{decidedBy}',
    move: 'jogadores transferidos a partir de %{from} (correção nº %{number})',
    moveOf: 'jogadores do link “%{name}” transferidos a partir de %{from} (correção nº %{number})',
    moveBy:
      'jogadores do link “%{name}” transferidos a partir de %{from} (correção nº %{number}); pedida por %{by}, aprovada por %{decidedBy}',
  },
}
