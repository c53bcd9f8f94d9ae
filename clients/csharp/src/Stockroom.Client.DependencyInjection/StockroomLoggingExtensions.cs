using System.Diagnostics.Tracing;
using Microsoft.Extensions.Logging;

namespace Stockroom
{
    /// <summary>Logs the events of the client.</summary>
    public static class StockroomLoggingExtensions
    {
        /// <summary>
        /// Logs retries, waits, corrections of the clock and warnings of the server, after what OnEvent does already.
        /// </summary>
        public static StockroomClientOptions LogTo(this StockroomClientOptions options, ILogger logger)
        {
            options.OnEvent += it => logger.Log(
                it.Level == EventLevel.Warning ? LogLevel.Warning
                    : it.Level == EventLevel.Informational ? LogLevel.Information : LogLevel.Debug,
                "{StockroomEvent}: {Message}", it.GetType().Name, it.Message);
            return options;
        }
    }
}
