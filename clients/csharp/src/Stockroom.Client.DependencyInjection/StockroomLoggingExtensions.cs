using System;
using System.Diagnostics.Tracing;
using Microsoft.Extensions.Logging;

namespace Stockroom
{
    /// <summary>Logs the events of the client.</summary>
    public static class StockroomLoggingExtensions
    {
        /// <summary>
        /// Logs responses, retries, waits, corrections of the clock and warnings of the server, after what OnEvent does
        /// already.
        /// </summary>
        /// <param name="options">The options of the client that is to log.</param>
        /// <param name="logger">The logger.</param>
        /// <returns>The same options.</returns>
        public static StockroomClientOptions LogTo(this StockroomClientOptions options, ILogger logger)
        {
            if (options == null)
                throw new ArgumentNullException(nameof(options));
            if (logger == null)
                throw new ArgumentNullException(nameof(logger));
            options.OnEvent += it => logger.Log(
                it.Level == EventLevel.Warning ? LogLevel.Warning
                    : it.Level == EventLevel.Informational ? LogLevel.Information : LogLevel.Debug,
                "{StockroomEvent}: {Message}", it.GetType().Name, it.Message);
            return options;
        }
    }
}
